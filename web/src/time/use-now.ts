import { useEffect, useState } from 'react'
import { deviceClock } from './device-clock.ts'

/** The device's time, epoch ms, updated at the given interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(deviceClock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceClock.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
