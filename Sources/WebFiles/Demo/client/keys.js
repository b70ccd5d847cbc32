import { mapContent, mapScreens } from "./tree.js";
export const isProvisional = (id) => `${id}`.startsWith("~new-");
export function withKeys(container, keys) {
return mapScreens(container, screen => {
const inner = mapContent(screen, content => withKeys(content, keys));
return inner.key ? inner : { ...inner, key: keys.get(inner.id) ?? inner.id };
});
}
