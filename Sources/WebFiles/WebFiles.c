// Written by scripts/list-web-files.
#include "WebFiles.h"

// C23, which the compiler has in all its dialects.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "Demo/app.json"
};

static const unsigned char file_1[] = {
#embed "Demo/dom.js"
};

static const unsigned char file_2[] = {
#embed "Demo/index.html"
};

static const unsigned char file_3[] = {
#embed "Demo/index.js"
};

static const unsigned char file_4[] = {
#embed "Demo/kitchen.js"
};

static const unsigned char file_5[] = {
#embed "Demo/screens.js"
};

static const unsigned char file_6[] = {
#embed "Demo/style.css"
};

static const unsigned char file_7[] = {
#embed "Demo/view.html"
};

static const unsigned char file_8[] = {
#embed "Demo/view.js"
};

static const unsigned char file_9[] = {
#embed "Inspector/action-schema.js"
};

static const unsigned char file_10[] = {
#embed "Inspector/address.js"
};

static const unsigned char file_11[] = {
#embed "Inspector/announcer.js"
};

static const unsigned char file_12[] = {
#embed "Inspector/api.js"
};

static const unsigned char file_13[] = {
#embed "Inspector/change-list.js"
};

static const unsigned char file_14[] = {
#embed "Inspector/clipboard.js"
};

static const unsigned char file_15[] = {
#embed "Inspector/compose-conditions.js"
};

static const unsigned char file_16[] = {
#embed "Inspector/compose-field.js"
};

static const unsigned char file_17[] = {
#embed "Inspector/compose-outcome.js"
};

static const unsigned char file_18[] = {
#embed "Inspector/compose.js"
};

static const unsigned char file_19[] = {
#embed "Inspector/conditions.js"
};

static const unsigned char file_20[] = {
#embed "Inspector/controls.js"
};

static const unsigned char file_21[] = {
#embed "Inspector/curl.js"
};

static const unsigned char file_22[] = {
#embed "Inspector/definitions.js"
};

static const unsigned char file_23[] = {
#embed "Inspector/dialog.js"
};

static const unsigned char file_24[] = {
#embed "Inspector/difference.js"
};

static const unsigned char file_25[] = {
#embed "Inspector/dom.js"
};

static const unsigned char file_26[] = {
#embed "Inspector/download.js"
};

static const unsigned char file_27[] = {
#embed "Inspector/events.js"
};

static const unsigned char file_28[] = {
#embed "Inspector/graph-drawing.js"
};

static const unsigned char file_29[] = {
#embed "Inspector/graph-layers.js"
};

static const unsigned char file_30[] = {
#embed "Inspector/graph.js"
};

static const unsigned char file_31[] = {
#embed "Inspector/handoff.js"
};

static const unsigned char file_32[] = {
#embed "Inspector/icon.svg"
};

static const unsigned char file_33[] = {
#embed "Inspector/icons.js"
};

static const unsigned char file_34[] = {
#embed "Inspector/index.html"
};

static const unsigned char file_35[] = {
#embed "Inspector/job-making.js"
};

static const unsigned char file_36[] = {
#embed "Inspector/job-outcomes.js"
};

static const unsigned char file_37[] = {
#embed "Inspector/jobs.js"
};

static const unsigned char file_38[] = {
#embed "Inspector/json-text.js"
};

static const unsigned char file_39[] = {
#embed "Inspector/log-entries.js"
};

static const unsigned char file_40[] = {
#embed "Inspector/log.js"
};

static const unsigned char file_41[] = {
#embed "Inspector/main.js"
};

static const unsigned char file_42[] = {
#embed "Inspector/model.js"
};

static const unsigned char file_43[] = {
#embed "Inspector/outputs.js"
};

static const unsigned char file_44[] = {
#embed "Inspector/problem-view.js"
};

static const unsigned char file_45[] = {
#embed "Inspector/qr-code.js"
};

static const unsigned char file_46[] = {
#embed "Inspector/rebuilt.js"
};

static const unsigned char file_47[] = {
#embed "Inspector/same.js"
};

static const unsigned char file_48[] = {
#embed "Inspector/search-field.js"
};

static const unsigned char file_49[] = {
#embed "Inspector/session-feed.js"
};

static const unsigned char file_50[] = {
#embed "Inspector/session-head.js"
};

static const unsigned char file_51[] = {
#embed "Inspector/session-ids.js"
};

static const unsigned char file_52[] = {
#embed "Inspector/session-making.js"
};

static const unsigned char file_53[] = {
#embed "Inspector/session-names.js"
};

static const unsigned char file_54[] = {
#embed "Inspector/sessions.js"
};

static const unsigned char file_55[] = {
#embed "Inspector/shortcuts.js"
};

static const unsigned char file_56[] = {
#embed "Inspector/sign-in.js"
};

static const unsigned char file_57[] = {
#embed "Inspector/stage-colors.js"
};

static const unsigned char file_58[] = {
#embed "Inspector/stage-counter.js"
};

static const unsigned char file_59[] = {
#embed "Inspector/stage-list.js"
};

static const unsigned char file_60[] = {
#embed "Inspector/stage-routing.js"
};

static const unsigned char file_61[] = {
#embed "Inspector/stage-screens.js"
};

static const unsigned char file_62[] = {
#embed "Inspector/stage-tabs.js"
};

static const unsigned char file_63[] = {
#embed "Inspector/stage-tree.js"
};

static const unsigned char file_64[] = {
#embed "Inspector/stage-ways.js"
};

static const unsigned char file_65[] = {
#embed "Inspector/stage.css"
};

static const unsigned char file_66[] = {
#embed "Inspector/stage.js"
};

static const unsigned char file_67[] = {
#embed "Inspector/state-tree.js"
};

static const unsigned char file_68[] = {
#embed "Inspector/state.js"
};

static const unsigned char file_69[] = {
#embed "Inspector/storage.js"
};

static const unsigned char file_70[] = {
#embed "Inspector/style.css"
};

static const unsigned char file_71[] = {
#embed "Inspector/tabs.js"
};

static const unsigned char file_72[] = {
#embed "Inspector/time.js"
};

static const unsigned char file_73[] = {
#embed "Inspector/timeline.js"
};

static const unsigned char file_74[] = {
#embed "Inspector/tip.js"
};

static const unsigned char file_75[] = {
#embed "Inspector/tokens.js"
};

static const unsigned char file_76[] = {
#embed "Inspector/virtual-list.js"
};

static const unsigned char file_77[] = {
#embed "Inspector/zoomed.js"
};

static const struct web_file files[] = {
    {"Demo/app.json", file_0, sizeof file_0},
    {"Demo/dom.js", file_1, sizeof file_1},
    {"Demo/index.html", file_2, sizeof file_2},
    {"Demo/index.js", file_3, sizeof file_3},
    {"Demo/kitchen.js", file_4, sizeof file_4},
    {"Demo/screens.js", file_5, sizeof file_5},
    {"Demo/style.css", file_6, sizeof file_6},
    {"Demo/view.html", file_7, sizeof file_7},
    {"Demo/view.js", file_8, sizeof file_8},
    {"Inspector/action-schema.js", file_9, sizeof file_9},
    {"Inspector/address.js", file_10, sizeof file_10},
    {"Inspector/announcer.js", file_11, sizeof file_11},
    {"Inspector/api.js", file_12, sizeof file_12},
    {"Inspector/change-list.js", file_13, sizeof file_13},
    {"Inspector/clipboard.js", file_14, sizeof file_14},
    {"Inspector/compose-conditions.js", file_15, sizeof file_15},
    {"Inspector/compose-field.js", file_16, sizeof file_16},
    {"Inspector/compose-outcome.js", file_17, sizeof file_17},
    {"Inspector/compose.js", file_18, sizeof file_18},
    {"Inspector/conditions.js", file_19, sizeof file_19},
    {"Inspector/controls.js", file_20, sizeof file_20},
    {"Inspector/curl.js", file_21, sizeof file_21},
    {"Inspector/definitions.js", file_22, sizeof file_22},
    {"Inspector/dialog.js", file_23, sizeof file_23},
    {"Inspector/difference.js", file_24, sizeof file_24},
    {"Inspector/dom.js", file_25, sizeof file_25},
    {"Inspector/download.js", file_26, sizeof file_26},
    {"Inspector/events.js", file_27, sizeof file_27},
    {"Inspector/graph-drawing.js", file_28, sizeof file_28},
    {"Inspector/graph-layers.js", file_29, sizeof file_29},
    {"Inspector/graph.js", file_30, sizeof file_30},
    {"Inspector/handoff.js", file_31, sizeof file_31},
    {"Inspector/icon.svg", file_32, sizeof file_32},
    {"Inspector/icons.js", file_33, sizeof file_33},
    {"Inspector/index.html", file_34, sizeof file_34},
    {"Inspector/job-making.js", file_35, sizeof file_35},
    {"Inspector/job-outcomes.js", file_36, sizeof file_36},
    {"Inspector/jobs.js", file_37, sizeof file_37},
    {"Inspector/json-text.js", file_38, sizeof file_38},
    {"Inspector/log-entries.js", file_39, sizeof file_39},
    {"Inspector/log.js", file_40, sizeof file_40},
    {"Inspector/main.js", file_41, sizeof file_41},
    {"Inspector/model.js", file_42, sizeof file_42},
    {"Inspector/outputs.js", file_43, sizeof file_43},
    {"Inspector/problem-view.js", file_44, sizeof file_44},
    {"Inspector/qr-code.js", file_45, sizeof file_45},
    {"Inspector/rebuilt.js", file_46, sizeof file_46},
    {"Inspector/same.js", file_47, sizeof file_47},
    {"Inspector/search-field.js", file_48, sizeof file_48},
    {"Inspector/session-feed.js", file_49, sizeof file_49},
    {"Inspector/session-head.js", file_50, sizeof file_50},
    {"Inspector/session-ids.js", file_51, sizeof file_51},
    {"Inspector/session-making.js", file_52, sizeof file_52},
    {"Inspector/session-names.js", file_53, sizeof file_53},
    {"Inspector/sessions.js", file_54, sizeof file_54},
    {"Inspector/shortcuts.js", file_55, sizeof file_55},
    {"Inspector/sign-in.js", file_56, sizeof file_56},
    {"Inspector/stage-colors.js", file_57, sizeof file_57},
    {"Inspector/stage-counter.js", file_58, sizeof file_58},
    {"Inspector/stage-list.js", file_59, sizeof file_59},
    {"Inspector/stage-routing.js", file_60, sizeof file_60},
    {"Inspector/stage-screens.js", file_61, sizeof file_61},
    {"Inspector/stage-tabs.js", file_62, sizeof file_62},
    {"Inspector/stage-tree.js", file_63, sizeof file_63},
    {"Inspector/stage-ways.js", file_64, sizeof file_64},
    {"Inspector/stage.css", file_65, sizeof file_65},
    {"Inspector/stage.js", file_66, sizeof file_66},
    {"Inspector/state-tree.js", file_67, sizeof file_67},
    {"Inspector/state.js", file_68, sizeof file_68},
    {"Inspector/storage.js", file_69, sizeof file_69},
    {"Inspector/style.css", file_70, sizeof file_70},
    {"Inspector/tabs.js", file_71, sizeof file_71},
    {"Inspector/time.js", file_72, sizeof file_72},
    {"Inspector/timeline.js", file_73, sizeof file_73},
    {"Inspector/tip.js", file_74, sizeof file_74},
    {"Inspector/tokens.js", file_75, sizeof file_75},
    {"Inspector/virtual-list.js", file_76, sizeof file_76},
    {"Inspector/zoomed.js", file_77, sizeof file_77},
};

size_t web_file_count(void) { return sizeof files / sizeof *files; }

struct web_file web_file_at(size_t index) { return files[index]; }
