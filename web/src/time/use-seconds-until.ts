import { useSyncExternalStore } from 'react'
import { deviceClock } from './device-clock.ts'

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}
const wholeSeconds = (ms: number) => Math.ceil(ms / 1_000)

/** The whole seconds until an instant (epoch ms), counting down; 0 when it has passed or is null. */
export function useSecondsUntil(instant: number | null): number {
  const now = useSyncExternalStore(everySecond, () => wholeSeconds(deviceClock.now()))
  return instant === null ? 0 : Math.max(0, wholeSeconds(instant) - now)
}

/** `14:05` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
