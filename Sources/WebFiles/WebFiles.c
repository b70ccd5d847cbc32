// Written by scripts/list-web-files.
#include "WebFiles.h"

// C23, which the compiler has in all its dialects.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "Demo/app.json"
};

static const unsigned char file_1[] = {
#embed "Demo/client/actions.js"
};

static const unsigned char file_2[] = {
#embed "Demo/client/app.js"
};

static const unsigned char file_3[] = {
#embed "Demo/client/backoff.js"
};

static const unsigned char file_4[] = {
#embed "Demo/client/connect.js"
};

static const unsigned char file_5[] = {
#embed "Demo/client/difference.js"
};

static const unsigned char file_6[] = {
#embed "Demo/client/entry.js"
};

static const unsigned char file_7[] = {
#embed "Demo/client/equality.js"
};

static const unsigned char file_8[] = {
#embed "Demo/client/event-source.js"
};

static const unsigned char file_9[] = {
#embed "Demo/client/http.js"
};

static const unsigned char file_10[] = {
#embed "Demo/client/index.js"
};

static const unsigned char file_11[] = {
#embed "Demo/client/journal.js"
};

static const unsigned char file_12[] = {
#embed "Demo/client/keys.js"
};

static const unsigned char file_13[] = {
#embed "Demo/client/nav.js"
};

static const unsigned char file_14[] = {
#embed "Demo/client/plan.js"
};

static const unsigned char file_15[] = {
#embed "Demo/client/prediction/context.js"
};

static const unsigned char file_16[] = {
#embed "Demo/client/prediction/definition.js"
};

static const unsigned char file_17[] = {
#embed "Demo/client/prediction/draft.js"
};

static const unsigned char file_18[] = {
#embed "Demo/client/prediction/find.js"
};

static const unsigned char file_19[] = {
#embed "Demo/client/prediction/former.js"
};

static const unsigned char file_20[] = {
#embed "Demo/client/prediction/history.js"
};

static const unsigned char file_21[] = {
#embed "Demo/client/prediction/list.js"
};

static const unsigned char file_22[] = {
#embed "Demo/client/prediction/logic.js"
};

static const unsigned char file_23[] = {
#embed "Demo/client/prediction/navigator.js"
};

static const unsigned char file_24[] = {
#embed "Demo/client/prediction/pairing.js"
};

static const unsigned char file_25[] = {
#embed "Demo/client/prediction/params.js"
};

static const unsigned char file_26[] = {
#embed "Demo/client/prediction/predict.js"
};

static const unsigned char file_27[] = {
#embed "Demo/client/prediction/predictor.js"
};

static const unsigned char file_28[] = {
#embed "Demo/client/prediction/presentation.js"
};

static const unsigned char file_29[] = {
#embed "Demo/client/prediction/reading.js"
};

static const unsigned char file_30[] = {
#embed "Demo/client/prediction/stack.js"
};

static const unsigned char file_31[] = {
#embed "Demo/client/problem.js"
};

static const unsigned char file_32[] = {
#embed "Demo/client/queue.js"
};

static const unsigned char file_33[] = {
#embed "Demo/client/replica.js"
};

static const unsigned char file_34[] = {
#embed "Demo/client/session.js"
};

static const unsigned char file_35[] = {
#embed "Demo/client/store.js"
};

static const unsigned char file_36[] = {
#embed "Demo/client/stream.js"
};

static const unsigned char file_37[] = {
#embed "Demo/client/tree.js"
};

static const unsigned char file_38[] = {
#embed "Demo/dom.js"
};

static const unsigned char file_39[] = {
#embed "Demo/index.html"
};

static const unsigned char file_40[] = {
#embed "Demo/index.js"
};

static const unsigned char file_41[] = {
#embed "Demo/kitchen.js"
};

static const unsigned char file_42[] = {
#embed "Demo/screens.js"
};

static const unsigned char file_43[] = {
#embed "Demo/style.css"
};

static const unsigned char file_44[] = {
#embed "Demo/view.html"
};

static const unsigned char file_45[] = {
#embed "Demo/view.js"
};

static const unsigned char file_46[] = {
#embed "Docs/content.js"
};

static const unsigned char file_47[] = {
#embed "Docs/examples.js"
};

static const unsigned char file_48[] = {
#embed "Docs/index.html"
};

static const unsigned char file_49[] = {
#embed "Docs/main.js"
};

static const unsigned char file_50[] = {
#embed "Docs/problem.html"
};

static const unsigned char file_51[] = {
#embed "Docs/problem.js"
};

static const unsigned char file_52[] = {
#embed "Docs/schemas.js"
};

static const unsigned char file_53[] = {
#embed "Docs/style.css"
};

static const unsigned char file_54[] = {
#embed "Docs/tasks.js"
};

static const unsigned char file_55[] = {
#embed "Inspector/action-schema.js"
};

static const unsigned char file_56[] = {
#embed "Inspector/address.js"
};

static const unsigned char file_57[] = {
#embed "Inspector/amend.js"
};

static const unsigned char file_58[] = {
#embed "Inspector/announcer.js"
};

static const unsigned char file_59[] = {
#embed "Inspector/api.js"
};

static const unsigned char file_60[] = {
#embed "Inspector/app-flows.js"
};

static const unsigned char file_61[] = {
#embed "Inspector/app-page.js"
};

static const unsigned char file_62[] = {
#embed "Inspector/app-rollout.js"
};

static const unsigned char file_63[] = {
#embed "Inspector/change-list.js"
};

static const unsigned char file_64[] = {
#embed "Inspector/clipboard.js"
};

static const unsigned char file_65[] = {
#embed "Inspector/compose-conditions.js"
};

static const unsigned char file_66[] = {
#embed "Inspector/compose-field.js"
};

static const unsigned char file_67[] = {
#embed "Inspector/compose-outcome.js"
};

static const unsigned char file_68[] = {
#embed "Inspector/compose.js"
};

static const unsigned char file_69[] = {
#embed "Inspector/conditions.js"
};

static const unsigned char file_70[] = {
#embed "Inspector/controls.js"
};

static const unsigned char file_71[] = {
#embed "Inspector/curl.js"
};

static const unsigned char file_72[] = {
#embed "Inspector/definitions.js"
};

static const unsigned char file_73[] = {
#embed "Inspector/dialog.js"
};

static const unsigned char file_74[] = {
#embed "Inspector/difference.js"
};

static const unsigned char file_75[] = {
#embed "Inspector/dom.js"
};

static const unsigned char file_76[] = {
#embed "Inspector/download.js"
};

static const unsigned char file_77[] = {
#embed "Inspector/events.js"
};

static const unsigned char file_78[] = {
#embed "Inspector/flow-graph.js"
};

static const unsigned char file_79[] = {
#embed "Inspector/graph-drawing.js"
};

static const unsigned char file_80[] = {
#embed "Inspector/graph-layers.js"
};

static const unsigned char file_81[] = {
#embed "Inspector/graph.js"
};

static const unsigned char file_82[] = {
#embed "Inspector/handoff.js"
};

static const unsigned char file_83[] = {
#embed "Inspector/icon.svg"
};

static const unsigned char file_84[] = {
#embed "Inspector/icons.js"
};

static const unsigned char file_85[] = {
#embed "Inspector/index.html"
};

static const unsigned char file_86[] = {
#embed "Inspector/job-making.js"
};

static const unsigned char file_87[] = {
#embed "Inspector/job-outcomes.js"
};

static const unsigned char file_88[] = {
#embed "Inspector/jobs.js"
};

static const unsigned char file_89[] = {
#embed "Inspector/json-text.js"
};

static const unsigned char file_90[] = {
#embed "Inspector/log-entries.js"
};

static const unsigned char file_91[] = {
#embed "Inspector/log.js"
};

static const unsigned char file_92[] = {
#embed "Inspector/loops.js"
};

static const unsigned char file_93[] = {
#embed "Inspector/main.js"
};

static const unsigned char file_94[] = {
#embed "Inspector/model.js"
};

static const unsigned char file_95[] = {
#embed "Inspector/outputs.js"
};

static const unsigned char file_96[] = {
#embed "Inspector/problem-view.js"
};

static const unsigned char file_97[] = {
#embed "Inspector/qr-code.js"
};

static const unsigned char file_98[] = {
#embed "Inspector/quarantine.js"
};

static const unsigned char file_99[] = {
#embed "Inspector/rebuilt.js"
};

static const unsigned char file_100[] = {
#embed "Inspector/rights.js"
};

static const unsigned char file_101[] = {
#embed "Inspector/same.js"
};

static const unsigned char file_102[] = {
#embed "Inspector/search-field.js"
};

static const unsigned char file_103[] = {
#embed "Inspector/session-feed.js"
};

static const unsigned char file_104[] = {
#embed "Inspector/session-head.js"
};

static const unsigned char file_105[] = {
#embed "Inspector/session-ids.js"
};

static const unsigned char file_106[] = {
#embed "Inspector/session-making.js"
};

static const unsigned char file_107[] = {
#embed "Inspector/session-names.js"
};

static const unsigned char file_108[] = {
#embed "Inspector/sessions.js"
};

static const unsigned char file_109[] = {
#embed "Inspector/shortcuts.js"
};

static const unsigned char file_110[] = {
#embed "Inspector/sign-in.js"
};

static const unsigned char file_111[] = {
#embed "Inspector/stage-colors.js"
};

static const unsigned char file_112[] = {
#embed "Inspector/stage-counter.js"
};

static const unsigned char file_113[] = {
#embed "Inspector/stage-list.js"
};

static const unsigned char file_114[] = {
#embed "Inspector/stage-routing.js"
};

static const unsigned char file_115[] = {
#embed "Inspector/stage-screens.js"
};

static const unsigned char file_116[] = {
#embed "Inspector/stage-tabs.js"
};

static const unsigned char file_117[] = {
#embed "Inspector/stage-tree.js"
};

static const unsigned char file_118[] = {
#embed "Inspector/stage-ways.js"
};

static const unsigned char file_119[] = {
#embed "Inspector/stage.css"
};

static const unsigned char file_120[] = {
#embed "Inspector/stage.js"
};

static const unsigned char file_121[] = {
#embed "Inspector/state-tree.js"
};

static const unsigned char file_122[] = {
#embed "Inspector/state.js"
};

static const unsigned char file_123[] = {
#embed "Inspector/storage.js"
};

static const unsigned char file_124[] = {
#embed "Inspector/style.css"
};

static const unsigned char file_125[] = {
#embed "Inspector/tabs.js"
};

static const unsigned char file_126[] = {
#embed "Inspector/time.js"
};

static const unsigned char file_127[] = {
#embed "Inspector/timeline.js"
};

static const unsigned char file_128[] = {
#embed "Inspector/tip.js"
};

static const unsigned char file_129[] = {
#embed "Inspector/tokens.js"
};

static const unsigned char file_130[] = {
#embed "Inspector/virtual-list.js"
};

static const unsigned char file_131[] = {
#embed "Inspector/zoomed.js"
};

static const unsigned char file_132[] = {
#embed "../../docs/llms.txt"
};

static const struct web_file files[] = {
    {"Demo/app.json", file_0, sizeof file_0},
    {"Demo/client/actions.js", file_1, sizeof file_1},
    {"Demo/client/app.js", file_2, sizeof file_2},
    {"Demo/client/backoff.js", file_3, sizeof file_3},
    {"Demo/client/connect.js", file_4, sizeof file_4},
    {"Demo/client/difference.js", file_5, sizeof file_5},
    {"Demo/client/entry.js", file_6, sizeof file_6},
    {"Demo/client/equality.js", file_7, sizeof file_7},
    {"Demo/client/event-source.js", file_8, sizeof file_8},
    {"Demo/client/http.js", file_9, sizeof file_9},
    {"Demo/client/index.js", file_10, sizeof file_10},
    {"Demo/client/journal.js", file_11, sizeof file_11},
    {"Demo/client/keys.js", file_12, sizeof file_12},
    {"Demo/client/nav.js", file_13, sizeof file_13},
    {"Demo/client/plan.js", file_14, sizeof file_14},
    {"Demo/client/prediction/context.js", file_15, sizeof file_15},
    {"Demo/client/prediction/definition.js", file_16, sizeof file_16},
    {"Demo/client/prediction/draft.js", file_17, sizeof file_17},
    {"Demo/client/prediction/find.js", file_18, sizeof file_18},
    {"Demo/client/prediction/former.js", file_19, sizeof file_19},
    {"Demo/client/prediction/history.js", file_20, sizeof file_20},
    {"Demo/client/prediction/list.js", file_21, sizeof file_21},
    {"Demo/client/prediction/logic.js", file_22, sizeof file_22},
    {"Demo/client/prediction/navigator.js", file_23, sizeof file_23},
    {"Demo/client/prediction/pairing.js", file_24, sizeof file_24},
    {"Demo/client/prediction/params.js", file_25, sizeof file_25},
    {"Demo/client/prediction/predict.js", file_26, sizeof file_26},
    {"Demo/client/prediction/predictor.js", file_27, sizeof file_27},
    {"Demo/client/prediction/presentation.js", file_28, sizeof file_28},
    {"Demo/client/prediction/reading.js", file_29, sizeof file_29},
    {"Demo/client/prediction/stack.js", file_30, sizeof file_30},
    {"Demo/client/problem.js", file_31, sizeof file_31},
    {"Demo/client/queue.js", file_32, sizeof file_32},
    {"Demo/client/replica.js", file_33, sizeof file_33},
    {"Demo/client/session.js", file_34, sizeof file_34},
    {"Demo/client/store.js", file_35, sizeof file_35},
    {"Demo/client/stream.js", file_36, sizeof file_36},
    {"Demo/client/tree.js", file_37, sizeof file_37},
    {"Demo/dom.js", file_38, sizeof file_38},
    {"Demo/index.html", file_39, sizeof file_39},
    {"Demo/index.js", file_40, sizeof file_40},
    {"Demo/kitchen.js", file_41, sizeof file_41},
    {"Demo/screens.js", file_42, sizeof file_42},
    {"Demo/style.css", file_43, sizeof file_43},
    {"Demo/view.html", file_44, sizeof file_44},
    {"Demo/view.js", file_45, sizeof file_45},
    {"Docs/content.js", file_46, sizeof file_46},
    {"Docs/examples.js", file_47, sizeof file_47},
    {"Docs/index.html", file_48, sizeof file_48},
    {"Docs/main.js", file_49, sizeof file_49},
    {"Docs/problem.html", file_50, sizeof file_50},
    {"Docs/problem.js", file_51, sizeof file_51},
    {"Docs/schemas.js", file_52, sizeof file_52},
    {"Docs/style.css", file_53, sizeof file_53},
    {"Docs/tasks.js", file_54, sizeof file_54},
    {"Inspector/action-schema.js", file_55, sizeof file_55},
    {"Inspector/address.js", file_56, sizeof file_56},
    {"Inspector/amend.js", file_57, sizeof file_57},
    {"Inspector/announcer.js", file_58, sizeof file_58},
    {"Inspector/api.js", file_59, sizeof file_59},
    {"Inspector/app-flows.js", file_60, sizeof file_60},
    {"Inspector/app-page.js", file_61, sizeof file_61},
    {"Inspector/app-rollout.js", file_62, sizeof file_62},
    {"Inspector/change-list.js", file_63, sizeof file_63},
    {"Inspector/clipboard.js", file_64, sizeof file_64},
    {"Inspector/compose-conditions.js", file_65, sizeof file_65},
    {"Inspector/compose-field.js", file_66, sizeof file_66},
    {"Inspector/compose-outcome.js", file_67, sizeof file_67},
    {"Inspector/compose.js", file_68, sizeof file_68},
    {"Inspector/conditions.js", file_69, sizeof file_69},
    {"Inspector/controls.js", file_70, sizeof file_70},
    {"Inspector/curl.js", file_71, sizeof file_71},
    {"Inspector/definitions.js", file_72, sizeof file_72},
    {"Inspector/dialog.js", file_73, sizeof file_73},
    {"Inspector/difference.js", file_74, sizeof file_74},
    {"Inspector/dom.js", file_75, sizeof file_75},
    {"Inspector/download.js", file_76, sizeof file_76},
    {"Inspector/events.js", file_77, sizeof file_77},
    {"Inspector/flow-graph.js", file_78, sizeof file_78},
    {"Inspector/graph-drawing.js", file_79, sizeof file_79},
    {"Inspector/graph-layers.js", file_80, sizeof file_80},
    {"Inspector/graph.js", file_81, sizeof file_81},
    {"Inspector/handoff.js", file_82, sizeof file_82},
    {"Inspector/icon.svg", file_83, sizeof file_83},
    {"Inspector/icons.js", file_84, sizeof file_84},
    {"Inspector/index.html", file_85, sizeof file_85},
    {"Inspector/job-making.js", file_86, sizeof file_86},
    {"Inspector/job-outcomes.js", file_87, sizeof file_87},
    {"Inspector/jobs.js", file_88, sizeof file_88},
    {"Inspector/json-text.js", file_89, sizeof file_89},
    {"Inspector/log-entries.js", file_90, sizeof file_90},
    {"Inspector/log.js", file_91, sizeof file_91},
    {"Inspector/loops.js", file_92, sizeof file_92},
    {"Inspector/main.js", file_93, sizeof file_93},
    {"Inspector/model.js", file_94, sizeof file_94},
    {"Inspector/outputs.js", file_95, sizeof file_95},
    {"Inspector/problem-view.js", file_96, sizeof file_96},
    {"Inspector/qr-code.js", file_97, sizeof file_97},
    {"Inspector/quarantine.js", file_98, sizeof file_98},
    {"Inspector/rebuilt.js", file_99, sizeof file_99},
    {"Inspector/rights.js", file_100, sizeof file_100},
    {"Inspector/same.js", file_101, sizeof file_101},
    {"Inspector/search-field.js", file_102, sizeof file_102},
    {"Inspector/session-feed.js", file_103, sizeof file_103},
    {"Inspector/session-head.js", file_104, sizeof file_104},
    {"Inspector/session-ids.js", file_105, sizeof file_105},
    {"Inspector/session-making.js", file_106, sizeof file_106},
    {"Inspector/session-names.js", file_107, sizeof file_107},
    {"Inspector/sessions.js", file_108, sizeof file_108},
    {"Inspector/shortcuts.js", file_109, sizeof file_109},
    {"Inspector/sign-in.js", file_110, sizeof file_110},
    {"Inspector/stage-colors.js", file_111, sizeof file_111},
    {"Inspector/stage-counter.js", file_112, sizeof file_112},
    {"Inspector/stage-list.js", file_113, sizeof file_113},
    {"Inspector/stage-routing.js", file_114, sizeof file_114},
    {"Inspector/stage-screens.js", file_115, sizeof file_115},
    {"Inspector/stage-tabs.js", file_116, sizeof file_116},
    {"Inspector/stage-tree.js", file_117, sizeof file_117},
    {"Inspector/stage-ways.js", file_118, sizeof file_118},
    {"Inspector/stage.css", file_119, sizeof file_119},
    {"Inspector/stage.js", file_120, sizeof file_120},
    {"Inspector/state-tree.js", file_121, sizeof file_121},
    {"Inspector/state.js", file_122, sizeof file_122},
    {"Inspector/storage.js", file_123, sizeof file_123},
    {"Inspector/style.css", file_124, sizeof file_124},
    {"Inspector/tabs.js", file_125, sizeof file_125},
    {"Inspector/time.js", file_126, sizeof file_126},
    {"Inspector/timeline.js", file_127, sizeof file_127},
    {"Inspector/tip.js", file_128, sizeof file_128},
    {"Inspector/tokens.js", file_129, sizeof file_129},
    {"Inspector/virtual-list.js", file_130, sizeof file_130},
    {"Inspector/zoomed.js", file_131, sizeof file_131},
    {"Docs/llms.txt", file_132, sizeof file_132},
};

size_t web_file_count(void) { return sizeof files / sizeof *files; }

struct web_file web_file_at(size_t index) { return files[index]; }
