import { useMemo } from 'react'
import { isApiError } from '../api/api-error.ts'
import { deviceClock } from '../time/device-clock.ts'
import { minutesAndSeconds, useSecondsUntil } from '../time/use-seconds-until.ts'

/** Says below a button when it works again. */
export const TryAgainIn = ({ seconds }: { seconds: number }) => (
  <p className="text-center text-small text-ink-2">
    You can try again in{' '}
    <span role="timer" className="tabular font-semibold text-ink">
      {minutesAndSeconds(seconds)}
    </span>
  </p>
)

/** The seconds until the server accepts a refused call again, counting down; 0 when it set no time. */
export function useRetrySeconds(error: unknown): number {
  const retryAt = useMemo(() => {
    const retryAfterMs = isApiError(error) && error.status === 429 ? error.retryAfterMs : null
    return retryAfterMs === null ? null : deviceClock.now() + retryAfterMs
  }, [error])
  return useSecondsUntil(retryAt)
}
