import { useEffect, useState } from 'react'
import { deviceClock } from './device-clock.ts'

/** The device's time, epoch ms, read again every so often: for what changes by itself, but not by the second. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => deviceClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceClock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
