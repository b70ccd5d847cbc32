#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLinux.h"

// Settings of jemalloc, which scripts/build links. Unused without it.

// One arena for all threads, since one thread frees what another allocates. Free pages are returned soon. The cache of
// a thread covers one turn with all connections under load.
const char *malloc_conf = "narenas:1,dirty_decay_ms:200,muzzy_decay_ms:0,tcache_nslots_small_max:100,tcache_max:4096";

// The clock of these decay times, as a direct system call.
int navstate_clock_gettime(clockid_t clock, struct timespec *time) { return (int)syscall(SYS_clock_gettime, clock, time); }

// For jemalloc's background threads, which are disabled.
int navstate_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  (void)attributes;
  *condition = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  return 0;
}
