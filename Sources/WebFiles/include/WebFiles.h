// The files that browsers load, as they lie in the folders beside this one: a part of the program, so that it needs
// nothing beside it.
//
// Embedded with C's `#embed`, which costs nothing to compile; the same bytes as literals of Swift took half a minute.
#ifndef NAVSTATE_WEB_FILES_H
#define NAVSTATE_WEB_FILES_H

#include <stddef.h>

struct web_file {
  // Such as `Inspector/main.js`.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

size_t web_file_count(void);

// In the order of their paths.
struct web_file web_file_at(size_t index);

#endif
