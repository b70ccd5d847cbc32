import { refuse } from "./definition.js";
export function reducePresented(context, action) {
switch (action.type) {
case "present":
present(context, action);
return true;
case "dismiss":
dismiss(context, action.count ?? 1);
return true;
case "goBack": return goBack(context);
default: return false;
}
}
function present(context, { route, params, style, mode }) {
const { draft, id, container: { presented } } = context;
context.checkMayOpen(route);
const replaced = mode === "replace" ? presented[presented.length - 1]?.screen.id : undefined;
const screen = context.makeScreen(route, params, other => other !== replaced);
if (replaced)
draft.dismiss(id, presented.length - 1);
draft.present(screen, style ?? context.rules.style(context.rules.route(route)), id);
}
function dismiss(context, count) {
const { presented } = context.container;
if (presented.length === 0)
refuse(false);
context.draft.dismiss(context.id, Math.max(0, actingIndex(context) - count + 1));
}
function goBack(context) {
const { draft, id, source, container: { open, presented } } = context;
if (open) {
draft.focus(id, { open: false });
return true;
}
const index = actingIndex(context);
if (presented.length === 0 || (source && presented[index].screen.id !== source))
return false;
draft.dismiss(id, index);
return true;
}
function actingIndex({ source, container: { presented } }) {
const index = presented.findIndex(({ screen }) => screen.id === source);
return index >= 0 ? index : presented.length - 1;
}
