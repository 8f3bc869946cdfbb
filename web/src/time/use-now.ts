import { useEffect, useState } from 'react'

/** The device's time, epoch ms, read again every so often: for what changes by itself, but not by the second. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
