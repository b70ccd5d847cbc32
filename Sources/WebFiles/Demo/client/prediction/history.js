import { isEqual } from "../equality.js";
import { focused, innermost, selectedIndex } from "../tree.js";
import { findScreen } from "./find.js";
import { hasHistory, undecided } from "./definition.js";
export const visitsOf = ({ history = [], historyParams = [] }) => history.map((id, index) => (historyParams[index] ? { id, params: historyParams[index] } : { id }));
export function focusOf(visits) {
const historyParams = visits.map(({ params }) => params ?? null);
const history = visits.map(({ id }) => id);
return historyParams.some(params => params) ? { history, historyParams } : { history };
}
export function visitsAfter(rules, definition, container, screens, former) {
if (!hasHistory(container))
return [];
const focused = screens[selectedIndex(container)];
switch (definition.backBehavior ?? "firstRoute") {
case "none": return [{ id: focused.id }];
case "firstRoute": return distinct(screens[0].id, focused.id);
case "initialRoute": return distinct(initialOf(rules, definition, screens).id, focused.id);
case "order": return screens.slice(0, selectedIndex(container) + 1).map(({ id }) => ({ id }));
case "history":
case "chronological": return [...former.filter(({ id }) => id !== focused.id), { id: focused.id }];
case "fullHistory": return visiting(former, focused);
}
}
const distinct = (first, last) => first === last ? [{ id: last }] : [{ id: first }, { id: last }];
const initialOf = (rules, definition, screens) => screens.find(({ route }) => route === rules.initial(definition)) ?? screens[0];
function visiting(visits, { id, params }) {
if (visits.length > 900 || JSON.stringify(visits).length > 50000)
undecided();
if (visits[visits.length - 1]?.id === id)
return forgettingParams(visits, id);
const last = lastVisit(visits, id);
const fixed = visits.map((visit, index) => (index === last && !visit.params ? { id, params } : visit));
return [...fixed, { id }];
}
export function forgettingParams(visits, id) {
const last = lastVisit(visits, id);
return visits.map((visit, index) => (index === last ? { id } : visit));
}
export const lastVisit = (visits, id) => visits.map(visit => visit.id).lastIndexOf(id);
export function visitsWithout({ backBehavior }, visits, id, screens) {
const paramsOf = (visit) => visit.params ?? screens.find(screen => screen.id === visit.id)?.params;
const others = visits.filter(visit => visit.id !== id);
return backBehavior !== "fullHistory" ? others : others.filter((visit, index) => {
const next = others[index + 1];
return next?.id !== visit.id || !isEqual(paramsOf(next), paramsOf(visit));
});
}
export const afterVisit = (visits, before, now) => before === now ? visits : [...visits, before].slice(-200);
export function lastVisitTo(root, visits) {
const current = focused(innermost(root)).id;
return visits.map(id => id !== current && findScreen(root, id) !== undefined).lastIndexOf(true);
}
