import { siteClock } from './site-clock.ts'

/** Draws for the given instant of the site's clock; true asks to be drawn again within a tenth of a second. */
export type Draw = (now: number) => boolean

type Entry = { draw: Draw; hurried: boolean }
type Place = { visible: boolean; entries: Set<Entry> }

/** By card, or by element where it stands in none: each watched place costs the browser a look in every frame. */
const places = new Map<Element, Place>()
let timer: ReturnType<typeof setTimeout> | undefined

// Off-screen elements are not drawn: five hundred countdowns cost what a screenful does.
const watcher = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    const place = places.get(target)
    if (!place) continue
    place.visible = isIntersecting
    if (isIntersecting) drawAll(place.entries, siteClock.now())
  }
})

/** Calls `draw` now and at each whole second of the site's clock while the element is on screen. */
export function tick(element: Element, draw: Draw): () => void {
  const target = element.closest('[data-lot]') ?? element
  const place = places.get(target) ?? { visible: true, entries: new Set() }
  const entry = { draw, hurried: draw(siteClock.now()) }
  place.entries.add(entry)
  places.set(target, place)
  watcher.observe(target)
  if (timer === undefined) schedule()
  return () => {
    place.entries.delete(entry)
    if (place.entries.size > 0) return
    watcher.unobserve(target)
    places.delete(target)
    if (places.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function schedule() {
  const now = siteClock.now()
  const hurried = visibleEntries().some((entry) => entry.hurried)
  const step = hurried ? 100 : 1_000
  timer = setTimeout(round, step - (now % step), Math.floor(now / 1_000))
}

function round(lastSecond: number) {
  const now = siteClock.now()
  const newSecond = Math.floor(now / 1_000) !== lastSecond
  drawAll(
    visibleEntries().filter((entry) => newSecond || entry.hurried),
    now,
  )
  schedule()
}

const visibleEntries = (): Entry[] =>
  [...places.values()].filter((place) => place.visible).flatMap((place) => [...place.entries])

function drawAll(entries: Iterable<Entry>, now: number) {
  for (const entry of entries) entry.hurried = entry.draw(now)
}

siteClock.subscribe(() => {
  for (const { entries } of places.values()) drawAll(entries, siteClock.now())
})
