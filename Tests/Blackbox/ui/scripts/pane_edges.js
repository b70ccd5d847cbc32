// The left, the right and the top edge of each pane in the frame, and the height of the heading of the current screen.
device => {
  const frame = device.getBoundingClientRect()
  const edges = [...device.querySelectorAll(".side-by-side > article")].map(pane => {
    const { left, right, top } = pane.getBoundingClientRect()
    return [left - frame.left, right - frame.right, top]
  })
  return [...edges, device.querySelector("[aria-current=location] h2").offsetHeight]
}
