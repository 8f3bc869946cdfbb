import { CLIENT_REQUESTS, messages } from '@bidwell/contract'

type Admission =
  | { kind: 'go' }
  | { kind: 'wait'; ms: number }
  | { kind: 'refuse'; message: string; retryAfterMs: number }

type Request = {
  method: string
  /** The endpoint's own path, with its `:names`. */
  endpoint: string
  /** The path asked for, with its query. */
  url: string
}

/**
 * Keeps this browser from flooding the server. A read that follows the same read too closely waits; a user's own act
 * never does. Too many calls of one endpoint at once are refused until it has cooled down. Instants are the caller's,
 * in ms of a clock that never goes back.
 */
export function createRateLimiter(limits: typeof CLIENT_REQUESTS = CLIENT_REQUESTS) {
  const lastRead = new Map<string, number>()
  const recent = new Map<string, number[]>()
  const coolUntil = new Map<string, number>()

  return function admit(request: Request, now: number): Admission {
    if (isExempt(request)) return { kind: 'go' }

    const key = `${request.method} ${request.endpoint}`
    const hot = (coolUntil.get(key) ?? now) - now
    if (hot > 0) return refusal(request, hot)

    if (request.method === 'GET') {
      const ms = (lastRead.get(request.url) ?? -Infinity) + minIntervalMs(request.endpoint, limits) - now
      if (ms > 0) return { kind: 'wait', ms }
      lastRead.set(request.url, now)
    }

    const { requests, perMs, cooldownMs } = limits.burst
    const burst = (recent.get(key) ?? []).filter((at) => at > now - perMs)
    if (burst.length >= requests) {
      coolUntil.set(key, now + cooldownMs)
      return refusal(request, cooldownMs)
    }
    recent.set(key, [...burst, now])
    return { kind: 'go' }
  }
}

const refusal = ({ url }: Request, retryAfterMs: number): Admission => ({
  kind: 'refuse',
  message: messages.generic.burst(url),
  retryAfterMs,
})

/** Held up by nothing: tokens, health, the clock (worth nothing when late), and every act upon a bid. */
const isExempt = ({ method, endpoint }: Request) =>
  /^\/(auth\/|health$|clock$)|\/token/.test(endpoint) || (method !== 'GET' && endpoint.startsWith('/bids'))

function minIntervalMs(endpoint: string, { minIntervalMs }: typeof CLIENT_REQUESTS): number {
  const noun = Object.entries(minIntervalMs).find(([name]) => endpoint.startsWith(`/${name}`))
  return noun?.[1] ?? minIntervalMs.other
}
