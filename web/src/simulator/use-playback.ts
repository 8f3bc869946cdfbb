import { useEffect, useState } from 'react'
import { deviceClock } from '../time/device-clock.ts'

const STEP_MS = 100
/** A little after the end, so that a bid that comes too late is seen to come. */
export const PLAYS_UNTIL_MS = -1_000

/** Counts down to the end of an auction: the time before the end, ms; null while nothing is played. */
export function usePlayback(onEnd: () => void) {
  const [playing, setPlaying] = useState<{ fromMs: number; speed: number; startedAt: number } | null>(null)
  const [beforeEndMs, setBeforeEndMs] = useState(0)

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      const left = playing.fromMs - (deviceClock.monotonic() - playing.startedAt) * playing.speed
      setBeforeEndMs(left)
      if (left > PLAYS_UNTIL_MS) return
      setPlaying(null)
      onEnd()
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [playing, onEnd])

  return {
    beforeEndMs: playing ? beforeEndMs : null,
    /** Plays from so long before the end, `speed` times as fast as the real clock. */
    start(fromMs: number, speed: number) {
      setBeforeEndMs(fromMs)
      setPlaying({ fromMs, speed, startedAt: deviceClock.monotonic() })
    },
    stop: () => setPlaying(null),
  }
}
