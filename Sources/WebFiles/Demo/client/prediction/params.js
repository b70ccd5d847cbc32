import { has, isEqual } from "../equality.js";
import { refuse, undecided } from "./definition.js";
export function checkParams({ params: types }, given) {
if (!types)
return;
for (const name of Object.keys(given))
if (!has(types, name))
refuse(true);
for (const [name, type] of Object.entries(types)) {
if (!has(given, name) ? !isOptional(type) : !fits(type, given[name]))
refuse(true);
}
}
export function checkPart({ params: types }, given) {
if (!types)
return;
for (const [name, value] of Object.entries(given))
if (!has(types, name) || !fits(types[name], value))
refuse(true);
}
export function fullParams(rules, route, given) {
const full = { ...rules.initialParams(route), ...given };
checkParams(route, full);
return full;
}
export function reachedParams(rules, screen, given, merge) {
if (!given)
return screen.params;
return fullParams(rules, rules.route(screen.route), merge ? { ...screen.params, ...given } : given);
}
export function merged(value, patch) {
if (!isObject(patch))
return patch;
const members = new Map(Object.entries(isObject(value) ? value : {}));
for (const [name, member] of Object.entries(patch)) {
if (member === null)
members.delete(name);
else
members.set(name, merged(members.get(name), member));
}
return Object.fromEntries(members);
}
export const identity = ({ identity }, params) => identity === true || (identity && params[identity]);
const isOptional = (type) => typeof type === "string" ? type.endsWith("?") : type.default !== undefined;
function fits(type, value) {
if (value === null && isOptional(type))
return true;
return typeof type === "string" ? isOf(type.replace("?", ""), value) : fitsSchema(type, value);
}
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function isOf(type, value) {
switch (type) {
case "any": return true;
case "integer": return Number.isInteger(value);
case "array": return Array.isArray(value);
case "object": return isObject(value);
default: return typeof value === type;
}
}
function fitsSchema(schema, value) {
const types = [schema.type ?? "any"].flat();
if (value === null && types.includes("null"))
return true;
if (!types.some(type => isOf(type, value)))
return false;
if (!Object.entries(schema).every(([keyword, rule]) => obeys(keyword, rule, value)))
return false;
if (Array.isArray(value))
return !schema.items || value.every(item => fitsSchema(schema.items, item));
if (typeof value !== "object" || !value)
return true;
const members = value;
return Object.entries(schema.properties ?? {}).every(([name, inner]) => members[name] === undefined || fitsSchema(inner, members[name]));
}
function obeys(keyword, rule, value) {
const [isNumber, isText] = [typeof value === "number", typeof value === "string"];
switch (keyword) {
case "enum": return rule.some((item) => isEqual(item, value));
case "const": return isEqual(rule, value);
case "minimum": return !isNumber || value >= rule;
case "maximum": return !isNumber || value <= rule;
case "exclusiveMinimum": return !isNumber || value > rule;
case "exclusiveMaximum": return !isNumber || value < rule;
case "minLength": return !isText || [...value].length >= rule;
case "maxLength": return !isText || [...value].length <= rule;
case "required": return !isOf("object", value) || rule.every((name) => has(value, name));
case "pattern": return !isText || undecided();
default: return true;
}
}
