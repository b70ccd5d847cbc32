// Scrolls the list to each position and returns, after the next frame, the number of rows in the page, the number of
// elements that were added, and the revisions of the first and the last visible row (null if there is none).
async (list, positions) => {
  const { left, top, bottom } = list.getBoundingClientRect()
  const revision = y => document.elementFromPoint(left + 40, y)?.closest("[role=option]")
    ?.querySelector(".log-revision").textContent
  let added = 0
  const observer = new MutationObserver(records => { for (const record of records) added += record.addedNodes.length })
  observer.observe(list, { childList: true, subtree: true })
  const seen = []
  for (const position of positions) {
    added = 0
    list.scrollTop = position
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const rows = list.querySelectorAll("[role=option]").length
    seen.push([rows, added, Number(revision(top + 12)), Number(revision(bottom - 12))])
  }
  observer.disconnect()
  return seen
}
