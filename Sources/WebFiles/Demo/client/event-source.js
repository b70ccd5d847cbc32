export async function* events(chunks) {
let rest = "";
for await (const chunk of chunks) {
const blocks = (rest + chunk).split("\n\n");
rest = blocks.pop();
for (const block of blocks)
yield eventOf(block);
}
}
function eventOf(block) {
const fields = block.split("\n").map(line => /^(\w*): ?(.*)$/s.exec(line));
const values = (name) => fields.flatMap(field => (field?.[1] === name ? [field[2]] : []));
return { event: values("event")[0] ?? "", data: values("data").join("\n") };
}
export async function* textOf(body, alive) {
const reader = body.getReader();
const decoder = new TextDecoder();
try {
for (;;) {
const { done, value } = await reader.read();
if (done)
return;
alive();
yield decoder.decode(value, { stream: true });
}
}
finally {
reader.cancel().catch(() => { });
}
}
