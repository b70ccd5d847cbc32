// Records the displayed revision and count at each change of the page.
() => {
  window.seen = []
  const texts = () => [".timeline-label", "[aria-label=Count]"].map(name => document.querySelector(name)?.textContent)
  new MutationObserver(() => seen.push(texts().join(": ")))
    .observe(document.body, { subtree: true, childList: true, characterData: true })
}
