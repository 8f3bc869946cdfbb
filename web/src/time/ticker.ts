import { siteClock } from './site-clock.ts'

/** Draws the given instant of the site's clock. Returns true if the next call must come with the next tenth of a second. */
export type Draw = (now: number) => boolean

type Drawing = { draw: Draw; everyTenth: boolean }
type Area = { visible: boolean; drawings: Set<Drawing> }

const CARD = '[data-auction-card]'
/** A part of a list that the browser skips while it is far from the window. */
const CHUNK = '[data-chunk]'

/** The drawings per observed element. Drawings inside one card share its element: each observed element costs time. */
const areas = new Map<Element, Area>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether a chunk of a list is near the window, as far as it is known. */
const near = new WeakMap<Element, boolean>()

let observers: { visibility: IntersectionObserver; nearness: IntersectionObserver } | undefined

/** The observers are made with the first countdown: a server, which renders none, has no observers. */
const observing = () => (observers ??= createObservers())

// Elements off the screen are not drawn, so that five hundred countdowns cost no more than one screen of them. Only the cards in
// chunks near the window are observed, because observing each card of a list would double the browser's work. What the browser
// itself says of the chunks that it skips is not enough: it says nothing of one far from the window.
const createObservers = () => ({
  visibility: new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) setVisible(target, isIntersecting)
  }),
  nearness: new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        near.set(target, isIntersecting)
        for (const card of target.querySelectorAll(CARD)) if (areas.has(card)) followChunk(card, target)
      }
    },
    { rootMargin: '100% 0px' },
  ),
})

/** Observes a card unless the chunk that it is in is far from the window. */
function followChunk(card: Element, chunk: Element) {
  const isNear = near.get(chunk)
  // The observer answers with the next frame.
  if (isNear === undefined) return observing().nearness.observe(chunk)
  if (isNear) return observing().visibility.observe(card)
  observing().visibility.unobserve(card)
  setVisible(card, false)
}

function setVisible(target: Element, visible: boolean) {
  const area = areas.get(target)
  if (!area || area.visible === visible) return
  area.visible = visible
  if (!visible) return
  drawAll(area.drawings, siteClock.now())
  startTenths(area.drawings)
}

/** Whether an element may be on the screen, as far as the countdowns beside it know. Costs nothing, unlike asking the browser. */
export const mayBeSeen = (element: Element): boolean => areas.get(element.closest(CARD) ?? element)?.visible ?? true

/**
 * Calls `draw` now and at each full second of the site's clock while the element is visible, or at each tenth while one that
 * is visible asks for it; returns the cleanup.
 */
export function tick(element: Element, draw: Draw): () => void {
  const target = element.closest(CARD) ?? element
  const area = areas.get(target) ?? { visible: true, drawings: new Set() }
  const drawing = { draw, everyTenth: draw(siteClock.now()) }
  area.drawings.add(drawing)
  areas.set(target, area)
  if (area.drawings.size === 1) observe(target)
  if (timer === undefined) scheduleTick()
  startTenths([drawing])
  return () => {
    area.drawings.delete(drawing)
    if (area.drawings.size > 0) return
    observing().visibility.unobserve(target)
    areas.delete(target)
    if (areas.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function observe(target: Element) {
  const chunk = target.closest(CHUNK)
  if (chunk) followChunk(target, chunk)
  else observing().visibility.observe(target)
}

function scheduleTick() {
  const stepMs = visibleDrawings().some((drawing) => drawing.everyTenth) ? 100 : 1_000
  clearTimeout(timer)
  // Rounded up, because the browser cuts off a fraction, and would wake this before the second is full.
  timer = setTimeout(runTick, Math.ceil(stepMs - (siteClock.now() % stepMs)))
}

/** Beside tenths, all are drawn with them: an auction may end between two full seconds of the clock. */
function runTick() {
  drawAll(visibleDrawings(), siteClock.now())
  scheduleTick()
}

/** The first tenths do not wait for the next full second, and the others show the same second with them. */
function startTenths(drawings: Iterable<Drawing>) {
  if ([...drawings].some(({ everyTenth }) => everyTenth)) runTick()
}

const visibleDrawings = (): Drawing[] =>
  [...areas.values()].filter((area) => area.visible).flatMap((area) => [...area.drawings])

function drawAll(drawings: Iterable<Drawing>, now: number) {
  for (const drawing of drawings) drawing.everyTenth = drawing.draw(now)
}

siteClock.subscribe(() => {
  for (const { drawings } of areas.values()) drawAll(drawings, siteClock.now())
  // The clock has another second now, and may have become exact enough for tenths.
  if (timer !== undefined) scheduleTick()
})

/** Changes the existing text node, because replacing it would make the browser recalculate styles. */
export function setText(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}
