#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLinux.h"

// For jemalloc, which scripts/build links.

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

// jemalloc's; absent in other builds.
extern int mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size) __attribute__((weak));

void navstate_return_freed_memory(void) {
  // 4096 is MALLCTL_ARENAS_ALL.
  if (mallctl) mallctl("arena.4096.purge", NULL, NULL, NULL, 0); else malloc_trim(0);
}

void navstate_return_idle_memory(void) {
  if (!mallctl) return;
  mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
  // Purges what has been free for the decay time, which jemalloc otherwise does at later allocations.
  mallctl("arena.4096.decay", NULL, NULL, NULL, 0);
}
