#include "CLinux.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

__thread struct navstate_works navstate_works __attribute__((tls_model("initial-exec")));

static const struct {
  int number;
  const char *name;
} fatal_signals[] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGSEGV, "SIGSEGV"},
    {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGABRT, "SIGABRT"},
};
enum { signal_count = sizeof fatal_signals / sizeof *fatal_signals };

// Written before the handler is installed.
static struct sigaction former_actions[signal_count];
static int record_file = -1;
static char line_prefix[8];
static int writes_text;

// MARK: Stacks of the handler

static pthread_key_t stack_key;
static pthread_once_t stack_key_once = PTHREAD_ONCE_INIT;

// The kernel's frame of a signal has all registers, 11 KiB on some processors; the handler needs less than 4 KiB.
static size_t stack_size(void) { return getauxval(AT_MINSIGSTKSZ) + 32768; }

static void release_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, stack_size());
}

static void make_stack_key(void) { pthread_key_create(&stack_key, release_stack); }

void navstate_prepare_thread(void) {
  navstate_works.is_prepared = 1;
  pthread_once(&stack_key_once, make_stack_key);
  void *stack = mmap(NULL, stack_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t alternative = {.ss_sp = stack, .ss_size = stack_size()};
  // Without it, only an overflow of the thread's own stack is not reported.
  if (sigaltstack(&alternative, NULL) != 0 || pthread_setspecific(stack_key, stack) != 0) release_stack(stack);
}

// MARK: The line. Only what a signal handler may call (signal-safety(7)).

struct line {
  size_t count;
  int is_text;
  char bytes[1024];
};

static void put(struct line *line, const char *text) {
  while (*text && line->count < sizeof line->bytes) line->bytes[line->count++] = *text++;
}

static void put_digits(struct line *line, uint64_t number, unsigned base, int width) {
  char digits[65] = "";
  int start = 64;
  while (number > 0 || width > 0) {
    digits[--start] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % base];
    number /= base;
    width--;
  }
  put(line, digits + start);
}

// Clients choose some of the bytes, which must neither end the string or the line, nor control a terminal.
static void put_safe(struct line *line, const char *text, size_t count) {
  char safe[] = {0, 0};
  for (size_t index = 0; index < count; index++) {
    *safe = text[index];
    put(line, *safe < 0x21 || *safe > 0x7e || *safe == '"' || *safe == '\\' ? "?" : safe);
  }
}

static void put_session(struct line *line, const uint64_t id[2]) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  uint64_t high = id[0], low = id[1];
  char digit[] = {0, 0};
  put(line, "s_");
  for (int position = 0; position < 22; position++) {
    *digit = alphabet[high >> 58];
    put(line, digit);
    high = high << 6 | low >> 58;
    low <<= 6;
  }
}

// By the system call, since a preloaded clock, such as that of libfaketime, may take locks.
static struct timespec time_now(void) {
  struct timespec now = {0};
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  return now;
}

// The time in UTC. The algorithm is Howard Hinnant's `civil_from_days`.
static void put_time(struct line *line, char separator) {
  struct timespec now = time_now();
  uint64_t seconds = now.tv_sec > 0 ? (uint64_t)now.tv_sec : 0;
  uint64_t days = seconds / 86400 + 719468, rest = seconds % 86400;
  uint64_t era = days / 146097, day = days % 146097;
  uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  uint64_t ordinal = day - (365 * year + year / 4 - year / 100), month = (5 * ordinal + 2) / 153;
  const char between[] = {separator, 0};
  put_digits(line, year + era * 400 + (month >= 10), 10, 4);
  put(line, "-");
  put_digits(line, month < 10 ? month + 3 : month - 9, 10, 2);
  put(line, "-");
  put_digits(line, ordinal - (153 * month + 2) / 5 + 1, 10, 2);
  put(line, between);
  put_digits(line, rest / 3600, 10, 2);
  put(line, ":");
  put_digits(line, rest / 60 % 60, 10, 2);
  put(line, ":");
  put_digits(line, rest % 60, 10, 2);
  if (!line->is_text) {
    put(line, ".");
    put_digits(line, (uint64_t)now.tv_nsec / 1000000, 10, 3);
  }
  put(line, "Z");
}

static void begin_member(struct line *line, const char *name) {
  put(line, line->is_text ? " " : ",\"");
  put(line, name);
  put(line, line->is_text ? "=" : "\":\"");
}

static void end_member(struct line *line) {
  if (!line->is_text) put(line, "\"");
}

static void put_member(struct line *line, const char *name, const char *text, size_t count) {
  if (count == 0) return;
  begin_member(line, name);
  put_safe(line, text, count);
  end_member(line);
}

static void put_id(struct line *line, const char *name, const struct navstate_work *work) {
  begin_member(line, name);
  if (work->kind == NAVSTATE_SESSION) {
    put_session(line, work->id);
  } else if (work->kind == NAVSTATE_REQUEST) {
    put(line, "r_");
    put_digits(line, work->id[0], 16, 16);
  } else {
    put_digits(line, work->id[0], 16, 16);
  }
  end_member(line);
}

static void put_work(struct line *line, const struct navstate_work *work) {
  static const char *const names[] = {"requestId", "app", "app", "app", "app", "action"};
  // A process that is about to end may have overwritten it.
  const struct navstate_name *name = work->name;
  size_t count = name->count < 0 || (size_t)name->count > sizeof name->text ? 0 : (size_t)name->count;
  if (work->kind == NAVSTATE_SESSION) put_id(line, "session", work);
  if (work->kind == NAVSTATE_DEFINITION) put_id(line, "definition", work);
  if (work->kind == NAVSTATE_IMPORT) put_id(line, "import", work);
  if (work->kind == NAVSTATE_REQUEST && count == 0) put_id(line, "requestId", work);
  put_member(line, names[work->kind], name->text, count);
}

static int is_subject(const struct navstate_work *work) {
  return work->kind != NAVSTATE_REQUEST && work->kind != NAVSTATE_ACTION;
}

static int is_same(const struct navstate_work *one, const struct navstate_work *other) {
  size_t count = one->own_name.count < 0 ? 0 : (size_t)one->own_name.count;
  return one->id[0] == other->id[0] && one->own_name.count == other->own_name.count &&
         count <= sizeof one->own_name.text && memcmp(one->own_name.text, other->own_name.text, count) == 0;
}

// The innermost request, and within it the outermost session, app, definition or import, and the innermost action.
static void put_works(struct line *line) {
  const struct navstate_work *request = NULL, *subject = NULL, *action = NULL;
  unsigned depth = navstate_works.depth < NAVSTATE_MOST_WORKS ? navstate_works.depth : NAVSTATE_MOST_WORKS;
  for (unsigned index = 0; index < depth; index++) {
    const struct navstate_work *work = &navstate_works.items[index];
    if (work->kind == NAVSTATE_REQUEST) {
      // What follows is done for this one.
      if (!request || !is_same(request, work)) subject = action = NULL;
      request = work;
    }
    if (!subject && is_subject(work)) subject = work;
    if (work->kind == NAVSTATE_ACTION) action = work;
  }
  if (request) put_work(line, request);
  if (subject) put_work(line, subject);
  if (action) put_work(line, action);
}

static void put_milliseconds(struct line *line) {
  struct timespec now = time_now();
  put_digits(line, (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000, 10, 1);
}

static void put_log_line(struct line *line, const char *signal, int is_own) {
  put(line, line->is_text ? "" : "{\"time\":\"");
  put_time(line, line->is_text ? ' ' : 'T');
  put(line, line->is_text ? " error    " : "\",\"level\":\"error\",\"message\":\"");
  put(line, is_own ? "a trap ends the process" : "a signal of another process ends the process");
  put(line, line->is_text ? " " : "\"");
  put_member(line, "signal", signal, strlen(signal));
  if (is_own) put_works(line);
  put(line, line->is_text ? "\n" : "}\n");
}

static void put_record(struct line *line, const char *signal) {
  put(line, "{\"at\":");
  put_milliseconds(line);
  put_member(line, "signal", signal, strlen(signal));
  put_works(line);
  put(line, "}\n");
}

// MARK: The handler

static void write_line(int file, const struct line *line) {
  if (file >= 0) (void)!write(file, line->bytes, line->count);
}

static void report(const char *name, int is_own) {
  struct line line = {.is_text = writes_text};
  put(&line, line_prefix);
  put_log_line(&line, name, is_own);
  write_line(STDERR_FILENO, &line);
  if (!is_own) return;
  struct line record = {0};
  put_record(&record, name);
  write_line(record_file, &record);
}

static void handle(int number, siginfo_t *info, void *context) {
  static atomic_flag is_handled = ATOMIC_FLAG_INIT;
  static __thread volatile sig_atomic_t is_handling __attribute__((tls_model("initial-exec")));
  (void)context;
  int index = 0;
  while (index < signal_count - 1 && fatal_signals[index].number != number) index++;
  if (!is_handling) {
    is_handling = 1;
    // The thread that was first ends the process.
    while (atomic_flag_test_and_set(&is_handled)) pause();
    // From the kernel, or from abort(3).
    int is_own = info->si_code > 0 || info->si_pid == getpid();
    report(fatal_signals[index].name, is_own);
  }
  // Not only returning, which would continue after a breakpoint.
  sigaction(number, &former_actions[index], NULL);
  raise(number);
}

void navstate_report_traps(int file, const char *prefix, int is_text) {
  record_file = file;
  strncpy(line_prefix, prefix, sizeof line_prefix - 1);
  writes_text = is_text;
  if (!navstate_works.is_prepared) navstate_prepare_thread();
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) {
    sigaction(fatal_signals[index].number, &action, &former_actions[index]);
  }
}
