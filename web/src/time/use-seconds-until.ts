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

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `14:05`, and `3:14:05` from an hour on. */
export function minutesAndSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}
