// Returns the nodes that a line crosses. Its ends touch nodes.
() => {
  const boxes = [...document.querySelectorAll(".node")].map(node => {
    const { x, y, width, height } = node.querySelector("rect").getBBox()
    const { e, f } = node.transform.baseVal[0].matrix
    const [left, top] = [x + e + 2, y + f + 2]
    return { name: node.ariaLabel, left, top, right: left + width - 4, bottom: top + height - 4 }
  })
  return [...document.querySelectorAll("path.way")].flatMap(path => {
    const length = path.getTotalLength()
    const points = Array.from({ length: 100 }, (_, index) => path.getPointAtLength(length * index / 99))
    return boxes.filter(({ left, top, right, bottom }) =>
      points.some(({ x, y }) => x > left && x < right && y > top && y < bottom)).map(box => box.name)
  })
}
