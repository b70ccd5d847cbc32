import { has } from "../equality.js";
import { refuse, undecided } from "./definition.js";
import { isObject } from "./params.js";
const text = value => typeof value === "string";
const flag = value => typeof value === "boolean";
const integer = value => Number.isSafeInteger(value);
const anything = () => true;
const oneOf = (...values) => value => values.includes(value);
const count = value => integer(value) && value >= 1;
const destination = { route: text, params: isObject };
const match = { route: text, id: text, index: integer, params: isObject };
const style = oneOf("sheet", "fullScreen", "popover", "alert", "confirmationDialog");
const members = {
push: destination, replace: destination, switchTo: destination,
pop: { count, result: anything },
popTo: { ...match, merge: flag, ifAbsent: oneOf("refuse", "replace", "push") },
popToRoot: {},
navigate: { ...destination, merge: flag, pop: flag },
insert: { ...destination, index: integer },
remove: { id: text, reported: flag },
goBack: { result: anything },
setParams: { params: isObject }, replaceParams: { params: isObject }, pushParams: { params: isObject },
setState: { state: anything },
select: match,
selectNext: { circular: flag }, selectPrevious: { circular: flag }, selectFirst: {}, selectLast: {},
openDrawer: {}, closeDrawer: {}, toggleDrawer: {},
present: { ...destination, style, mode: oneOf("stack", "replace") },
dismiss: { id: text, count, result: anything },
dismissAll: {},
};
const required = {
push: ["route"], replace: ["route"], switchTo: ["route"], navigate: ["route"], present: ["route"],
insert: ["route", "index"], remove: ["id"], setParams: ["params"], replaceParams: ["params"],
pushParams: ["params"], setState: ["state"],
};
export function checkMembers(action) {
const { type, target, source, confirmed: _, ...own } = action;
if (!has(members, type) || action.ifGone !== undefined)
undecided();
const checks = members[type];
if ((required[type] ?? []).some(name => own[name] === undefined))
undecided();
if (target !== undefined && !text(target) || source !== undefined && !text(source))
refuse(true);
for (const [name, value] of Object.entries(own))
if (!has(checks, name) || !checks[name](value))
refuse(true);
if (/^(select|popTo)$/.test(type))
checkMatch(own);
}
function checkMatch(own) {
const given = ["route", "id", "index"].filter(name => own[name] !== undefined);
if (given.length === 0)
undecided();
if (given.length > 1)
refuse(true);
}
