/** Changes the existing text node, because replacing it would make the browser recalculate styles. */
export function setText(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}
