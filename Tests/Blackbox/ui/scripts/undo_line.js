// Returns whether undo and redo lead anywhere after each entry of a history, as the page finds out by itself.
async entries => {
  const { UndoLine } = await import("/ui/undo-line.js")
  const line = new UndoLine()
  return entries.map(({ action, refused, ...entry }) => {
    line.take({ ...entry, action, type: action.type, reason: refused })
    return line.can
  })
}
