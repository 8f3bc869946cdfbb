import { type Clock, systemClock } from '../src/platform/clock.ts'

export type SettableClock = Clock & { set(instant: number): void }

/** A wall clock that stands still until a test sets it. What waits for a duration waits as long as ever. */
export function settableClock(start: number): SettableClock {
  let wall = start
  return {
    ...systemClock,
    now: () => wall,
    set(instant) {
      wall = instant
    },
  }
}
