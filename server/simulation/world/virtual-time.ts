type Event = { at: number; order: number; run: (() => void) | null }

export type VirtualTime = {
  now(): number
  /** Runs something at an instant, in the order of asking where instants are equal; answers how to call it off. */
  at(instant: number, run: () => void): () => void
  /** Lets time pass up to an instant, event by event. */
  runTo(instant: number): Promise<void>
}

/** Between two immediates of one turn, Node runs every promise there is, and asks the operating system nothing. */
const STEPS_PER_TURN = 256

const MOST_AT_ONE_INSTANT = 20_000

/** The one clock of a simulated world, in ms. Nothing happens between two events, however long the computing takes. */
export function virtualTime(): VirtualTime {
  const events: Event[] = []
  let now = 0
  let asked = 0
  let crowd = 0

  /** False when nothing happens until then. What was called off is still in its place, and passed over. */
  function runNext(until: number) {
    for (let event = events[0]; event && event.at <= until; event = events[0]) {
      removeFirst(events)
      if (!event.run) continue
      crowd = event.at === now ? crowd + 1 : 0
      if (crowd > MOST_AT_ONE_INSTANT) throw new Error(`Time stands still at ${now} ms: somebody never waits`)
      now = event.at
      event.run()
      return true
    }
    return false
  }

  return {
    now: () => now,
    at(instant, run) {
      const event: Event = { at: Math.max(instant, now), order: asked++, run }
      insert(events, event)
      return () => {
        event.run = null
      }
    },
    runTo(instant) {
      const reached = Promise.withResolvers<void>()
      let isDone = false
      function step() {
        if (isDone) return
        try {
          isDone = !runNext(instant)
        } catch (error) {
          isDone = true
          reached.reject(error)
        }
        if (!isDone) return
        now = instant
        reached.resolve()
      }
      function turn() {
        if (isDone) return
        for (let steps = STEPS_PER_TURN; steps > 0; steps--) setImmediate(step)
        setImmediate(turn)
      }
      turn()
      return reached.promise
    },
  }
}

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A binary heap in an array: each event comes before the two at twice its place. */
function insert(heap: Event[], event: Event) {
  let place = heap.length
  for (;;) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (place === 0 || !parent || isBefore(parent, event)) break
    heap[place] = parent
    place = above
  }
  heap[place] = event
}

function removeFirst(heap: Event[]) {
  const moved = heap.pop()
  if (!moved || heap.length === 0) return
  let place = 0
  for (;;) {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
    const next = left && right && isBefore(right, left) ? right : left
    if (!next || isBefore(moved, next)) break
    heap[place] = next
    place = 2 * place + (next === left ? 1 : 2)
  }
  heap[place] = moved
}
