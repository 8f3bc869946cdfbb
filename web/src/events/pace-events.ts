/** How long events wait at most. Drawing a page of 500 auctions takes about as long for one event as for five. */
const PAUSE_MS = 200
/** How long an event waits at most that changes nothing in sight. */
const UNSEEN_PAUSE_MS = 1_000

/**
 * Emits an event at once, and those that follow within a fifth of a second together after it, so that a busy time costs
 * five drawings a second. Events that change nothing in sight wait for one in sight, or for a second. A page out of sight
 * draws nothing: there each event is emitted at once, because its timers are slow. `flush` emits what waits, and `drop`
 * does not: the session may have ended.
 */
export function paceEvents<Event>(emit: (events: readonly Event[]) => void, isInSight: (event: Event) => boolean) {
  let waiting: Event[] = []
  let seenWaits = false
  /** Both start with each emission. */
  let pause: ReturnType<typeof setTimeout> | undefined
  let unseenPause: ReturnType<typeof setTimeout> | undefined

  function stopPauses() {
    clearTimeout(pause)
    clearTimeout(unseenPause)
    pause = undefined
    unseenPause = undefined
  }

  function emitWaiting() {
    const events = waiting
    waiting = []
    seenWaits = false
    stopPauses()
    if (events.length === 0) return
    pause = setTimeout(() => {
      pause = undefined
      if (seenWaits) emitWaiting()
    }, PAUSE_MS)
    unseenPause = setTimeout(emitWaiting, UNSEEN_PAUSE_MS)
    emit(events)
  }

  return {
    receive(event: Event) {
      waiting.push(event)
      seenWaits ||= isInSight(event)
      const waits = seenWaits ? pause !== undefined : unseenPause !== undefined
      if (!waits || document.visibilityState !== 'visible') emitWaiting()
    },
    flush: emitWaiting,
    drop() {
      waiting = []
      seenWaits = false
      stopPauses()
    },
  }
}
