type Event = { at: number; order: number; run: (() => void) | null }

export type VirtualTime = {
  now(): number
  /** Runs something at an instant; what is due at equal instants runs in the order of the calls. Returns how to cancel. */
  at(instant: number, run: () => void): () => void
  /** Runs all events up to an instant. */
  runTo(instant: number): Promise<void>
}

/** Between two immediates of one turn, Node runs every settled promise, without a call to the operating system. */
const STEPS_PER_TURN = 256

const MAX_AT_ONE_INSTANT = 20_000

/** The clock of a simulated world, in ms. Computing takes no virtual time. */
export function virtualTime(): VirtualTime {
  const events: Event[] = []
  let now = 0
  let scheduled = 0
  let atOneInstant = 0

  /** False when no event is due by then. Cancelled events stay in the heap until their turn, and are skipped. */
  function runNext(until: number) {
    for (let event = events[0]; event && event.at <= until; event = events[0]) {
      removeFirst(events)
      if (!event.run) continue
      atOneInstant = event.at === now ? atOneInstant + 1 : 0
      if (atOneInstant > MAX_AT_ONE_INSTANT) throw new Error(`A loop without a wait holds the time at ${now} ms`)
      now = event.at
      event.run()
      return true
    }
    return false
  }

  return {
    now: () => now,
    at(instant, run) {
      const event: Event = { at: Math.max(instant, now), order: scheduled++, run }
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

/** Adds an event to a binary heap in an array, in which each event comes before its two children. */
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
