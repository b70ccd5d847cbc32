// Linux system calls that Swift's Glibc module lacks.
#ifndef NAVSTATE_CLINUX_H
#define NAVSTATE_CLINUX_H

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Declared here, since glibc declares it only under _GNU_SOURCE, which would change other types of the Glibc module.
extern int accept4(int listener, struct sockaddr *peer, socklen_t *length, int flags);

// Opens a file for reading past the system's cache; -1 and errno as open(2).
int navstate_open_direct(const char *path);

// Returns the freed pages that the allocator holds to the system.
void navstate_return_freed_memory(void);

// Returns what the allocator caches for the calling thread, and pages that have been free for a moment.
void navstate_return_idle_memory(void);

// Unmaps the pages of the executable's code and of its libraries. They stay in the page cache, and are mapped again when
// they are used.
void navstate_unmap_code(void);

// The commit that a packaged program was built from; empty in other builds.
const char *navstate_commit(void);

#endif
