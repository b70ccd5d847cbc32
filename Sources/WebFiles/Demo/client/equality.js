export function isEqual(one, other) {
if (one === other)
return true;
if (typeof one !== "object" || typeof other !== "object" || !one || !other)
return false;
if (Array.isArray(one) !== Array.isArray(other))
return false;
const [members, others] = [present(one), present(other)];
return members.length === others.length
&& members.every(([name, value]) => has(other, name) && isEqual(value, other[name]));
}
const present = (value) => Object.entries(value).filter(([, member]) => member !== undefined);
export const has = (value, name) => Object.prototype.hasOwnProperty.call(value, name);
