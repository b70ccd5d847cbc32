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
#embed "Files/change-list.js"
};

static const unsigned char file_5[] = {
#embed "Files/clipboard.js"
};

static const unsigned char file_6[] = {
#embed "Files/compose-conditions.js"
};

static const unsigned char file_7[] = {
#embed "Files/compose-field.js"
};

static const unsigned char file_8[] = {
#embed "Files/compose-outcome.js"
};

static const unsigned char file_9[] = {
#embed "Files/compose.js"
};

static const unsigned char file_10[] = {
#embed "Files/conditions.js"
};

static const unsigned char file_11[] = {
#embed "Files/controls.js"
};

static const unsigned char file_12[] = {
#embed "Files/curl.js"
};

static const unsigned char file_13[] = {
#embed "Files/definitions.js"
};

static const unsigned char file_14[] = {
#embed "Files/dialog.js"
};

static const unsigned char file_15[] = {
#embed "Files/difference.js"
};

static const unsigned char file_16[] = {
#embed "Files/dom.js"
};

static const unsigned char file_17[] = {
#embed "Files/download.js"
};

static const unsigned char file_18[] = {
#embed "Files/events.js"
};

static const unsigned char file_19[] = {
#embed "Files/graph-drawing.js"
};

static const unsigned char file_20[] = {
#embed "Files/graph-layers.js"
};

static const unsigned char file_21[] = {
#embed "Files/graph.js"
};

static const unsigned char file_22[] = {
#embed "Files/handoff.js"
};

static const unsigned char file_23[] = {
#embed "Files/icon.svg"
};

static const unsigned char file_24[] = {
#embed "Files/icons.js"
};

static const unsigned char file_25[] = {
#embed "Files/index.html"
};

static const unsigned char file_26[] = {
#embed "Files/job-making.js"
};

static const unsigned char file_27[] = {
#embed "Files/job-outcomes.js"
};

static const unsigned char file_28[] = {
#embed "Files/jobs.js"
};

static const unsigned char file_29[] = {
#embed "Files/json-text.js"
};

static const unsigned char file_30[] = {
#embed "Files/log-entries.js"
};

static const unsigned char file_31[] = {
#embed "Files/log.js"
};

static const unsigned char file_32[] = {
#embed "Files/main.js"
};

static const unsigned char file_33[] = {
#embed "Files/model.js"
};

static const unsigned char file_34[] = {
#embed "Files/outputs.js"
};

static const unsigned char file_35[] = {
#embed "Files/problem-view.js"
};

static const unsigned char file_36[] = {
#embed "Files/qr-code.js"
};

static const unsigned char file_37[] = {
#embed "Files/rebuilt.js"
};

static const unsigned char file_38[] = {
#embed "Files/same.js"
};

static const unsigned char file_39[] = {
#embed "Files/search-field.js"
};

static const unsigned char file_40[] = {
#embed "Files/session-feed.js"
};

static const unsigned char file_41[] = {
#embed "Files/session-head.js"
};

static const unsigned char file_42[] = {
#embed "Files/session-ids.js"
};

static const unsigned char file_43[] = {
#embed "Files/session-making.js"
};

static const unsigned char file_44[] = {
#embed "Files/session-names.js"
};

static const unsigned char file_45[] = {
#embed "Files/sessions.js"
};

static const unsigned char file_46[] = {
#embed "Files/shortcuts.js"
};

static const unsigned char file_47[] = {
#embed "Files/sign-in.js"
};

static const unsigned char file_48[] = {
#embed "Files/stage-colors.js"
};

static const unsigned char file_49[] = {
#embed "Files/stage-counter.js"
};

static const unsigned char file_50[] = {
#embed "Files/stage-list.js"
};

static const unsigned char file_51[] = {
#embed "Files/stage-routing.js"
};

static const unsigned char file_52[] = {
#embed "Files/stage-screens.js"
};

static const unsigned char file_53[] = {
#embed "Files/stage-tabs.js"
};

static const unsigned char file_54[] = {
#embed "Files/stage-tree.js"
};

static const unsigned char file_55[] = {
#embed "Files/stage-ways.js"
};

static const unsigned char file_56[] = {
#embed "Files/stage.css"
};

static const unsigned char file_57[] = {
#embed "Files/stage.js"
};

static const unsigned char file_58[] = {
#embed "Files/state-tree.js"
};

static const unsigned char file_59[] = {
#embed "Files/state.js"
};

static const unsigned char file_60[] = {
#embed "Files/storage.js"
};

static const unsigned char file_61[] = {
#embed "Files/style.css"
};

static const unsigned char file_62[] = {
#embed "Files/tabs.js"
};

static const unsigned char file_63[] = {
#embed "Files/time.js"
};

static const unsigned char file_64[] = {
#embed "Files/timeline.js"
};

static const unsigned char file_65[] = {
#embed "Files/tip.js"
};

static const unsigned char file_66[] = {
#embed "Files/tokens.js"
};

static const unsigned char file_67[] = {
#embed "Files/virtual-list.js"
};

static const unsigned char file_68[] = {
#embed "Files/zoomed.js"
};

static const struct inspector_file files[] = {
    {"action-schema.js", file_0, sizeof file_0},
    {"address.js", file_1, sizeof file_1},
    {"announcer.js", file_2, sizeof file_2},
    {"api.js", file_3, sizeof file_3},
    {"change-list.js", file_4, sizeof file_4},
    {"clipboard.js", file_5, sizeof file_5},
    {"compose-conditions.js", file_6, sizeof file_6},
    {"compose-field.js", file_7, sizeof file_7},
    {"compose-outcome.js", file_8, sizeof file_8},
    {"compose.js", file_9, sizeof file_9},
    {"conditions.js", file_10, sizeof file_10},
    {"controls.js", file_11, sizeof file_11},
    {"curl.js", file_12, sizeof file_12},
    {"definitions.js", file_13, sizeof file_13},
    {"dialog.js", file_14, sizeof file_14},
    {"difference.js", file_15, sizeof file_15},
    {"dom.js", file_16, sizeof file_16},
    {"download.js", file_17, sizeof file_17},
    {"events.js", file_18, sizeof file_18},
    {"graph-drawing.js", file_19, sizeof file_19},
    {"graph-layers.js", file_20, sizeof file_20},
    {"graph.js", file_21, sizeof file_21},
    {"handoff.js", file_22, sizeof file_22},
    {"icon.svg", file_23, sizeof file_23},
    {"icons.js", file_24, sizeof file_24},
    {"index.html", file_25, sizeof file_25},
    {"job-making.js", file_26, sizeof file_26},
    {"job-outcomes.js", file_27, sizeof file_27},
    {"jobs.js", file_28, sizeof file_28},
    {"json-text.js", file_29, sizeof file_29},
    {"log-entries.js", file_30, sizeof file_30},
    {"log.js", file_31, sizeof file_31},
    {"main.js", file_32, sizeof file_32},
    {"model.js", file_33, sizeof file_33},
    {"outputs.js", file_34, sizeof file_34},
    {"problem-view.js", file_35, sizeof file_35},
    {"qr-code.js", file_36, sizeof file_36},
    {"rebuilt.js", file_37, sizeof file_37},
    {"same.js", file_38, sizeof file_38},
    {"search-field.js", file_39, sizeof file_39},
    {"session-feed.js", file_40, sizeof file_40},
    {"session-head.js", file_41, sizeof file_41},
    {"session-ids.js", file_42, sizeof file_42},
    {"session-making.js", file_43, sizeof file_43},
    {"session-names.js", file_44, sizeof file_44},
    {"sessions.js", file_45, sizeof file_45},
    {"shortcuts.js", file_46, sizeof file_46},
    {"sign-in.js", file_47, sizeof file_47},
    {"stage-colors.js", file_48, sizeof file_48},
    {"stage-counter.js", file_49, sizeof file_49},
    {"stage-list.js", file_50, sizeof file_50},
    {"stage-routing.js", file_51, sizeof file_51},
    {"stage-screens.js", file_52, sizeof file_52},
    {"stage-tabs.js", file_53, sizeof file_53},
    {"stage-tree.js", file_54, sizeof file_54},
    {"stage-ways.js", file_55, sizeof file_55},
    {"stage.css", file_56, sizeof file_56},
    {"stage.js", file_57, sizeof file_57},
    {"state-tree.js", file_58, sizeof file_58},
    {"state.js", file_59, sizeof file_59},
    {"storage.js", file_60, sizeof file_60},
    {"style.css", file_61, sizeof file_61},
    {"tabs.js", file_62, sizeof file_62},
    {"time.js", file_63, sizeof file_63},
    {"timeline.js", file_64, sizeof file_64},
    {"tip.js", file_65, sizeof file_65},
    {"tokens.js", file_66, sizeof file_66},
    {"virtual-list.js", file_67, sizeof file_67},
    {"zoomed.js", file_68, sizeof file_68},
};

size_t inspector_file_count(void) { return sizeof files / sizeof *files; }

struct inspector_file inspector_file_at(size_t index) { return files[index]; }
