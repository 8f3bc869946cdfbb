import { useMemo } from 'react'
import { isApiError } from '../api/api-error.ts'
import { deviceClock } from '../time/device-clock.ts'
import { useSecondsUntil } from '../time/use-seconds-until.ts'

/** The seconds until the server accepts a refused call again, counting down; 0 when it set no time. */
export function useRetrySeconds(error: unknown): number {
  const retryAt = useMemo(() => {
    const retryAfterMs = isApiError(error) && error.status === 429 ? error.retryAfterMs : null
    return retryAfterMs === null ? null : deviceClock.now() + retryAfterMs
  }, [error])
  return useSecondsUntil(retryAt)
}
