/**
 * Makes the page inert except for the given elements, their content, and what speaks or opens beside the page: toasts,
 * announcements and dialogs. Calling the returned function undoes it.
 */
export function makeInertExcept(kept: readonly Element[]): () => void {
  const beside = document.querySelectorAll('body > :not(#root):is([aria-live], :has([aria-live], [role=dialog]))')
  const exempt = [...kept, ...beside]
  const changed: Element[] = []
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (exempt.includes(child)) continue
      if (exempt.some((element) => child.contains(element))) visit(child)
      else if (!child.hasAttribute('inert')) {
        child.setAttribute('inert', '')
        changed.push(child)
      }
    }
  }
  visit(document.body)
  return () => {
    for (const element of changed) element.removeAttribute('inert')
  }
}
