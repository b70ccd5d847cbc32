// Returns the id and the examples of each operation.
() => [...document.querySelectorAll("article")].map(article =>
  [article.id, ...["curl", "javascript"].map(name => article.querySelector("." + name).textContent)])
