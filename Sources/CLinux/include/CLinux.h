// What Swift's Glibc module leaves out of Linux's system calls.
#ifndef NAVSTATE_CLINUX_H
#define NAVSTATE_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#endif
