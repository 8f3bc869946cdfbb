/** How long events wait at most. Drawing a page of 500 auctions takes about as long for one event as for five. */
const PAUSE_MS = 200

/**
 * Emits an event at once, and those that follow within a fifth of a second together after it, so that a busy time costs
 * five drawings a second. A page out of sight draws nothing: there each event is emitted at once, because its timers are
 * slow. `flush` emits what waits, and `drop` does not: the session may have ended.
 */
export function paceEvents<Event>(emit: (event: Event) => void) {
  let waiting: Event[] = []
  let pause: ReturnType<typeof setTimeout> | undefined

  function emitWaiting() {
    const events = waiting
    waiting = []
    pause = events.length > 0 ? setTimeout(emitWaiting, PAUSE_MS) : undefined
    events.forEach(emit)
  }

  function flush() {
    clearTimeout(pause)
    emitWaiting()
  }

  return {
    receive(event: Event) {
      waiting.push(event)
      if (pause === undefined || document.visibilityState !== 'visible') flush()
    },
    flush,
    drop() {
      waiting = []
      clearTimeout(pause)
      pause = undefined
    },
  }
}
