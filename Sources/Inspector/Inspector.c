// Written by scripts/list-inspector-files.
#include "Inspector.h"

// C23, which the compiler has in all its dialects.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "Files/index.html"
};

static const unsigned char file_1[] = {
#embed "Files/main.js"
};

static const unsigned char file_2[] = {
#embed "Files/style.css"
};

static const struct inspector_file files[] = {
    {"index.html", file_0, sizeof file_0},
    {"main.js", file_1, sizeof file_1},
    {"style.css", file_2, sizeof file_2},
};

size_t inspector_file_count(void) { return sizeof files / sizeof *files; }

struct inspector_file inspector_file_at(size_t index) { return files[index]; }
