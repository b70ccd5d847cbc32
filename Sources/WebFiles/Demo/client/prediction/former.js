import { focused, ownScreens, selectedScreen } from "../tree.js";
const most = 50;
export function keepFormerParams(draft, { id, params, formerParams = [] }) {
draft.setFormerParams(id, [...formerParams, params].slice(-most));
}
export function goBackInParams(context, { type, count = 1 }) {
const { container, source, isMeant } = context;
const isPop = type === "pop";
if (!isPop && (type !== "goBack" || container.open))
return false;
const screen = source ? ownScreens(container).find(({ id }) => id === source)
: isPop && isMeant ? selectedScreen(container) : focused(container);
if (!screen)
return false;
if (isPop && container.kind === "stack" && container.screens.includes(screen))
return false;
return returnToParams(context, screen, isPop ? count : 1) > 0;
}
export function returnToParams(context, screen, count) {
const { draft, id: container } = context;
const { id, route, formerParams = [] } = screen;
const free = [...formerParams.keys()].filter(index => !context.isTaken(route, formerParams[index], id));
const distance = Math.min(count, free.length);
if (distance === 0)
return 0;
const entry = free[free.length - distance];
draft.setParams(screen, formerParams[entry]);
draft.setFormerParams(id, formerParams.slice(0, entry));
draft.renewLastVisit(container, id);
return distance;
}
