const answer = await fetch("../v1/apps");
const { items } = answer.ok ? await answer.json() : { items: [] };
const list = document.createElement("ul");
for (const { app } of items) list.append(Object.assign(document.createElement("li"), { textContent: app }));
document.getElementById("main").append(list);
