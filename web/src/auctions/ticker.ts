import { siteClock } from './site-clock.ts'

/** Draws for the given instant of the site's clock; true asks to be drawn again within a tenth of a second. */
export type Draw = (now: number) => boolean

type Entry = { draw: Draw; visible: boolean; hurried: boolean }

const entries = new Map<Element, Entry>()
let timer: ReturnType<typeof setTimeout> | undefined

// Off-screen elements are not drawn: five hundred countdowns cost what a screenful does.
const watcher = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    const entry = entries.get(target)
    if (!entry) continue
    entry.visible = isIntersecting
    if (isIntersecting) entry.hurried = entry.draw(siteClock.now())
  }
})

/** Calls `draw` now and at each whole second of the site's clock while the element is on screen. */
export function tick(element: Element, draw: Draw): () => void {
  entries.set(element, { draw, visible: true, hurried: draw(siteClock.now()) })
  watcher.observe(element)
  if (timer === undefined) schedule()
  return () => {
    watcher.unobserve(element)
    entries.delete(element)
    if (entries.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function schedule() {
  const now = siteClock.now()
  const hurried = [...entries.values()].some((entry) => entry.visible && entry.hurried)
  const step = hurried ? 100 : 1_000
  timer = setTimeout(round, step - (now % step), Math.floor(now / 1_000))
}

function round(lastSecond: number) {
  const now = siteClock.now()
  const newSecond = Math.floor(now / 1_000) !== lastSecond
  for (const entry of entries.values()) {
    if (entry.visible && (newSecond || entry.hurried)) entry.hurried = entry.draw(now)
  }
  schedule()
}

siteClock.subscribe(() => {
  for (const entry of entries.values()) entry.hurried = entry.draw(siteClock.now())
})
