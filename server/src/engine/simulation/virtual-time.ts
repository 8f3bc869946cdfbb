import { setImmediate as nextTurn } from 'node:timers/promises'

type Event = { at: number; order: number; run: () => void }

export type VirtualTime = {
  now(): number
  /** Runs something at an instant, in the order of asking where instants are equal; answers how to call it off. */
  at(instant: number, run: () => void): () => void
  /** Lets time pass up to an instant, event by event. */
  runTo(instant: number): Promise<void>
}

/** The one clock of a simulated world, in ms. Nothing happens between two events, however long the computing takes. */
export function virtualTime(): VirtualTime {
  let now = 0
  let asked = 0
  const events = new Set<Event>()

  const earliest = () => {
    let first: Event | null = null
    for (const event of events) {
      if (!first || event.at < first.at || (event.at === first.at && event.order < first.order)) first = event
    }
    return first
  }

  return {
    now: () => now,
    at(instant, run) {
      const event = { at: Math.max(instant, now), order: asked++, run }
      events.add(event)
      return () => events.delete(event)
    },
    async runTo(instant) {
      for (let event = earliest(); event && event.at <= instant; event = earliest()) {
        events.delete(event)
        now = event.at
        event.run()
        // A turn of the real event loop comes only when no promise has anything left to do.
        await nextTurn()
      }
      now = instant
    },
  }
}
