// Linux system calls that Swift's Glibc module lacks.
#ifndef NAVSTATE_CLINUX_H
#define NAVSTATE_CLINUX_H

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
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

// The commit that a packaged program was built from; empty in other builds.
const char *navstate_commit(void);

// What a thread does, for the report of a trap. The handler of the signal reads it; noting it is a few stores.
enum navstate_work_kind {
  NAVSTATE_REQUEST,
  NAVSTATE_SESSION,
  NAVSTATE_APP,
  NAVSTATE_DEFINITION,
  NAVSTATE_IMPORT,
  NAVSTATE_ACTION,
};

// The name of an app, the type of an action or the given id of a request; the first bytes of a longer one.
struct navstate_name {
  int count;
  char text[60];
};

struct navstate_work {
  int kind;
  // The id of a session, a generated one of a request, or the hash of a definition or an import.
  uint64_t id[2];
  // Not copied if it lives as long as the process.
  const struct navstate_name *name;
  struct navstate_name own_name;
};

enum { NAVSTATE_MOST_WORKS = 16 };

struct navstate_works {
  // The outermost ones are stored if there are more.
  unsigned depth;
  int is_prepared;
  struct navstate_work items[NAVSTATE_MOST_WORKS + 1];
};

extern __thread struct navstate_works navstate_works __attribute__((tls_model("initial-exec")));

// Gives the thread a stack for the handler, so that an overflow of its own one is reported.
void navstate_prepare_thread(void);

static inline void navstate_set_name(struct navstate_name *name, const uint8_t *text, size_t count) {
  name->count = (int)(count < sizeof name->text ? count : sizeof name->text);
  if (name->count > 0) memcpy(name->text, text, (size_t)name->count);
}

static inline struct navstate_work *navstate_begin(enum navstate_work_kind kind, uint64_t high, uint64_t low) {
  struct navstate_works *works = &navstate_works;
  if (!works->is_prepared) navstate_prepare_thread();
  // The last place is written by all that are deeper.
  struct navstate_work *work = &works->items[works->depth < NAVSTATE_MOST_WORKS ? works->depth : NAVSTATE_MOST_WORKS];
  work->kind = (int)kind;
  work->id[0] = high;
  work->id[1] = low;
  return work;
}

// The compiler cannot know that the handler reads the work, and might store it later.
static inline void navstate_commit_work(void) {
  navstate_works.depth++;
  __asm__ volatile("" ::: "memory");
}

// The name has to live as long as the process.
static inline void navstate_begin_named_work(
    enum navstate_work_kind kind, uint64_t high, uint64_t low, const struct navstate_name *name) {
  navstate_begin(kind, high, low)->name = name;
  navstate_commit_work();
}

static inline void navstate_begin_work(
    enum navstate_work_kind kind, uint64_t high, uint64_t low, const uint8_t *text, size_t count) {
  struct navstate_work *work = navstate_begin(kind, high, low);
  navstate_set_name(&work->own_name, text, count);
  work->name = &work->own_name;
  navstate_commit_work();
}

static inline void navstate_end_work(void) {
  __asm__ volatile("" ::: "memory");
  navstate_works.depth--;
}

// Copies the work of the request that the thread carries out, to be noted by another thread; returns 0 if there is none.
// The innermost one: a request may have resumed another one that waited for the same.
static inline int navstate_copy_request(struct navstate_work *work) {
  unsigned depth = navstate_works.depth < NAVSTATE_MOST_WORKS ? navstate_works.depth : NAVSTATE_MOST_WORKS;
  while (depth > 0) {
    if (navstate_works.items[--depth].kind != NAVSTATE_REQUEST) continue;
    *work = navstate_works.items[depth];
    return 1;
  }
  return 0;
}

// Writes a line about a trap of any thread to standard error and as JSON to a file, and lets the signal end the process
// as it would without this. A signal of another process is written to standard error only. To be called once.
void navstate_report_traps(int file, const char *prefix, int is_text);

#endif
