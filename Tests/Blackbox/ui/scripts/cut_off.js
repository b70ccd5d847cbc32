// Returns the controls that are cut off at the right, or the whole page.
() => [...document.querySelectorAll("button, input, select, h1, [role=tab]")]
  .filter(element => element.checkVisibility() && !element.closest(".hidden-text, .skip"))
  .filter(element => {
    let box = element
    while (box && !["auto", "scroll", "hidden"].includes(getComputedStyle(box).overflowX)) box = box.parentElement
    return !box && element.getBoundingClientRect().right > screen.width + 1
  })
  .concat(document.scrollingElement.scrollWidth > screen.width ? [document.body] : [])
  .map(element => element.outerHTML.slice(0, 100))
