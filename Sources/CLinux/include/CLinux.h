// What Swift's Glibc module leaves out of Linux's system calls.
#ifndef NAVSTATE_CLINUX_H
#define NAVSTATE_CLINUX_H

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Declared here, because glibc does so under _GNU_SOURCE only, which would give other types than the Glibc module
// has another shape.
extern int accept4(int listener, struct sockaddr *peer, socklen_t *length, int flags);

#endif
