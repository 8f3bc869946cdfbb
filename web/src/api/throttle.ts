import { deviceClock } from '../time/device-clock.ts'
import { ApiError } from './api-error.ts'
import { createRateLimiter, type LimitedRequest } from './rate-limiter.ts'

/**
 * Returns a function that waits until the rate limiter allows a request. That function throws `ApiError` when the
 * limiter rejects the request, and the signal's reason when the signal aborts during the wait.
 */
export function createThrottle() {
  const admit = createRateLimiter()
  return async (request: LimitedRequest, signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const decision = admit(request, deviceClock.monotonic())
      if (decision.kind === 'allow') return
      if (decision.kind === 'reject') throw new ApiError({ status: 429, code: 'burst', ...decision })
      await delay(decision.ms, signal)
    }
  }
}

const delay = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
