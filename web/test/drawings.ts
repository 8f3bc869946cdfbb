/** What React keeps of a component or an element that it has drawn. */
type Fiber = {
  flags: number
  /** The element, where it is of one. */
  stateNode: unknown
  child: Fiber | null
  sibling: Fiber | null
  /** As it was before; null when it is new. */
  alternate: Fiber | null
}

type Watcher = (root: { current: Fiber }) => void

declare global {
  /** React looks once, while it loads, for tools that it tells of each drawing: this file runs before every page test. */
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: { watchers: Set<Watcher> } | undefined
}

const watchers = new Set<Watcher>()
const tool = (globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= Object.assign(
  { watchers, supportsFiber: true, inject: () => 1, checkDCE: () => {} },
  {
    onScheduleFiberRoot: () => {},
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => {
      for (const watch of watchers) watch(root)
    },
  },
))

/** React's mark on a component that has run. */
const HAS_RUN = 1

/** The elements of the components that are drawn while `act` runs: of each its outermost, as often as it is drawn. */
export async function drawnWhile(act: () => Promise<void>): Promise<Element[]> {
  const drawn: Element[] = []
  const watch: Watcher = (root) => void drawn.push(...drawnFrom(root.current))
  tool.watchers.add(watch)
  try {
    await act()
  } finally {
    tool.watchers.delete(watch)
  }
  return drawn
}

function drawnFrom(fiber: Fiber): Element[] {
  const { alternate, child } = fiber
  const isDrawn = alternate === null || (fiber.flags & HAS_RUN) !== 0
  const element = isDrawn ? outermostOf(fiber) : null
  // Nothing below has changed where the child is the one of before.
  const below = alternate !== null && alternate.child === child ? [] : childrenOf(fiber).flatMap(drawnFrom)
  return element === null ? below : [element, ...below]
}

function childrenOf({ child }: Fiber): Fiber[] {
  const children: Fiber[] = []
  for (let next = child; next !== null; next = next.sibling) children.push(next)
  return children
}

function outermostOf(fiber: Fiber): Element | null {
  if (fiber.stateNode instanceof Element) return fiber.stateNode
  for (const child of childrenOf(fiber)) {
    const element = outermostOf(child)
    if (element !== null) return element
  }
  return null
}
