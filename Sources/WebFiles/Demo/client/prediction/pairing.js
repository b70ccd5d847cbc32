import { isProvisional } from "../keys.js";
import { mapContent, mapScreens, presentedScreens } from "../tree.js";
export function pair(predicted, confirmed, names) {
if (isProvisional(predicted.id))
names.set(predicted.id, confirmed.id);
pairLists(predicted.screens, confirmed.screens, names);
pairLists(presentedScreens(predicted), presentedScreens(confirmed), names);
}
function pairLists(predicted, confirmed, names) {
predicted.forEach((screen, index) => {
const twin = isProvisional(screen.id) ? confirmed[index] : confirmed.find(other => other.id === screen.id);
if (!twin || twin.route !== screen.route)
return;
if (isProvisional(screen.id))
names.set(screen.id, twin.id);
if (screen.content && twin.content)
pair(screen.content, twin.content, names);
});
}
export function renamed(container, names) {
const to = (id) => names.get(id) ?? id;
const copy = mapScreens(container, screen => {
const inner = mapContent(screen, content => renamed(content, names));
const { id, opener } = inner;
if (!names.has(id) && !(opener && names.has(opener)))
return inner;
return { ...inner, id: to(id), ...(opener ? { opener: to(opener) } : {}) };
});
const hasNames = [copy.id, ...copy.history ?? [], ...copy.visits ?? []].some(id => names.has(id));
if (!hasNames)
return copy;
return {
...copy, id: to(copy.id), ...(copy.history ? { history: copy.history.map(to) } : {}),
...(copy.visits ? { visits: copy.visits.map(to) } : {}),
};
}
