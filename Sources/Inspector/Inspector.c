// Written by scripts/list-inspector-files.
#include "Inspector.h"

// C23, which the compiler has in all its dialects.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "Files/action-schema.js"
};

static const unsigned char file_1[] = {
#embed "Files/address.js"
};

static const unsigned char file_2[] = {
#embed "Files/announcer.js"
};

static const unsigned char file_3[] = {
#embed "Files/api.js"
};

static const unsigned char file_4[] = {
#embed "Files/clipboard.js"
};

static const unsigned char file_5[] = {
#embed "Files/compose-field.js"
};

static const unsigned char file_6[] = {
#embed "Files/compose-outcome.js"
};

static const unsigned char file_7[] = {
#embed "Files/compose.js"
};

static const unsigned char file_8[] = {
#embed "Files/controls.js"
};

static const unsigned char file_9[] = {
#embed "Files/curl.js"
};

static const unsigned char file_10[] = {
#embed "Files/definitions.js"
};

static const unsigned char file_11[] = {
#embed "Files/dialog.js"
};

static const unsigned char file_12[] = {
#embed "Files/difference.js"
};

static const unsigned char file_13[] = {
#embed "Files/dom.js"
};

static const unsigned char file_14[] = {
#embed "Files/download.js"
};

static const unsigned char file_15[] = {
#embed "Files/events.js"
};

static const unsigned char file_16[] = {
#embed "Files/graph-drawing.js"
};

static const unsigned char file_17[] = {
#embed "Files/graph-layers.js"
};

static const unsigned char file_18[] = {
#embed "Files/graph.js"
};

static const unsigned char file_19[] = {
#embed "Files/icon.svg"
};

static const unsigned char file_20[] = {
#embed "Files/icons.js"
};

static const unsigned char file_21[] = {
#embed "Files/index.html"
};

static const unsigned char file_22[] = {
#embed "Files/json-text.js"
};

static const unsigned char file_23[] = {
#embed "Files/log-entries.js"
};

static const unsigned char file_24[] = {
#embed "Files/log.js"
};

static const unsigned char file_25[] = {
#embed "Files/main.js"
};

static const unsigned char file_26[] = {
#embed "Files/model.js"
};

static const unsigned char file_27[] = {
#embed "Files/outputs.js"
};

static const unsigned char file_28[] = {
#embed "Files/problem-view.js"
};

static const unsigned char file_29[] = {
#embed "Files/rebuilt.js"
};

static const unsigned char file_30[] = {
#embed "Files/same.js"
};

static const unsigned char file_31[] = {
#embed "Files/search-field.js"
};

static const unsigned char file_32[] = {
#embed "Files/session-head.js"
};

static const unsigned char file_33[] = {
#embed "Files/session-ids.js"
};

static const unsigned char file_34[] = {
#embed "Files/session-making.js"
};

static const unsigned char file_35[] = {
#embed "Files/sessions.js"
};

static const unsigned char file_36[] = {
#embed "Files/shortcuts.js"
};

static const unsigned char file_37[] = {
#embed "Files/stage-colors.js"
};

static const unsigned char file_38[] = {
#embed "Files/stage-counter.js"
};

static const unsigned char file_39[] = {
#embed "Files/stage-list.js"
};

static const unsigned char file_40[] = {
#embed "Files/stage-routing.js"
};

static const unsigned char file_41[] = {
#embed "Files/stage-screens.js"
};

static const unsigned char file_42[] = {
#embed "Files/stage-tabs.js"
};

static const unsigned char file_43[] = {
#embed "Files/stage-tree.js"
};

static const unsigned char file_44[] = {
#embed "Files/stage-ways.js"
};

static const unsigned char file_45[] = {
#embed "Files/stage.css"
};

static const unsigned char file_46[] = {
#embed "Files/stage.js"
};

static const unsigned char file_47[] = {
#embed "Files/state-tree.js"
};

static const unsigned char file_48[] = {
#embed "Files/state.js"
};

static const unsigned char file_49[] = {
#embed "Files/storage.js"
};

static const unsigned char file_50[] = {
#embed "Files/style.css"
};

static const unsigned char file_51[] = {
#embed "Files/tabs.js"
};

static const unsigned char file_52[] = {
#embed "Files/time.js"
};

static const unsigned char file_53[] = {
#embed "Files/timeline.js"
};

static const unsigned char file_54[] = {
#embed "Files/tip.js"
};

static const unsigned char file_55[] = {
#embed "Files/token-dialog.js"
};

static const unsigned char file_56[] = {
#embed "Files/tokens.js"
};

static const unsigned char file_57[] = {
#embed "Files/virtual-list.js"
};

static const struct inspector_file files[] = {
    {"action-schema.js", file_0, sizeof file_0},
    {"address.js", file_1, sizeof file_1},
    {"announcer.js", file_2, sizeof file_2},
    {"api.js", file_3, sizeof file_3},
    {"clipboard.js", file_4, sizeof file_4},
    {"compose-field.js", file_5, sizeof file_5},
    {"compose-outcome.js", file_6, sizeof file_6},
    {"compose.js", file_7, sizeof file_7},
    {"controls.js", file_8, sizeof file_8},
    {"curl.js", file_9, sizeof file_9},
    {"definitions.js", file_10, sizeof file_10},
    {"dialog.js", file_11, sizeof file_11},
    {"difference.js", file_12, sizeof file_12},
    {"dom.js", file_13, sizeof file_13},
    {"download.js", file_14, sizeof file_14},
    {"events.js", file_15, sizeof file_15},
    {"graph-drawing.js", file_16, sizeof file_16},
    {"graph-layers.js", file_17, sizeof file_17},
    {"graph.js", file_18, sizeof file_18},
    {"icon.svg", file_19, sizeof file_19},
    {"icons.js", file_20, sizeof file_20},
    {"index.html", file_21, sizeof file_21},
    {"json-text.js", file_22, sizeof file_22},
    {"log-entries.js", file_23, sizeof file_23},
    {"log.js", file_24, sizeof file_24},
    {"main.js", file_25, sizeof file_25},
    {"model.js", file_26, sizeof file_26},
    {"outputs.js", file_27, sizeof file_27},
    {"problem-view.js", file_28, sizeof file_28},
    {"rebuilt.js", file_29, sizeof file_29},
    {"same.js", file_30, sizeof file_30},
    {"search-field.js", file_31, sizeof file_31},
    {"session-head.js", file_32, sizeof file_32},
    {"session-ids.js", file_33, sizeof file_33},
    {"session-making.js", file_34, sizeof file_34},
    {"sessions.js", file_35, sizeof file_35},
    {"shortcuts.js", file_36, sizeof file_36},
    {"stage-colors.js", file_37, sizeof file_37},
    {"stage-counter.js", file_38, sizeof file_38},
    {"stage-list.js", file_39, sizeof file_39},
    {"stage-routing.js", file_40, sizeof file_40},
    {"stage-screens.js", file_41, sizeof file_41},
    {"stage-tabs.js", file_42, sizeof file_42},
    {"stage-tree.js", file_43, sizeof file_43},
    {"stage-ways.js", file_44, sizeof file_44},
    {"stage.css", file_45, sizeof file_45},
    {"stage.js", file_46, sizeof file_46},
    {"state-tree.js", file_47, sizeof file_47},
    {"state.js", file_48, sizeof file_48},
    {"storage.js", file_49, sizeof file_49},
    {"style.css", file_50, sizeof file_50},
    {"tabs.js", file_51, sizeof file_51},
    {"time.js", file_52, sizeof file_52},
    {"timeline.js", file_53, sizeof file_53},
    {"tip.js", file_54, sizeof file_54},
    {"token-dialog.js", file_55, sizeof file_55},
    {"tokens.js", file_56, sizeof file_56},
    {"virtual-list.js", file_57, sizeof file_57},
};

size_t inspector_file_count(void) { return sizeof files / sizeof *files; }

struct inspector_file inspector_file_at(size_t index) { return files[index]; }
