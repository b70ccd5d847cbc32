// The files of the inspector, as they lie in `Files`: a part of the program, so that it needs nothing beside it.
//
// Embedded with C's `#embed`, which costs nothing to compile; the same bytes as literals of Swift took half a minute.
#ifndef NAVSTATE_INSPECTOR_H
#define NAVSTATE_INSPECTOR_H

#include <stddef.h>

struct inspector_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

size_t inspector_file_count(void);

// In the order of their names.
struct inspector_file inspector_file_at(size_t index);

#endif
