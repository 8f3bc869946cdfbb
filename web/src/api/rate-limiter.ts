import { CLIENT_REQUESTS, messages } from '@bidwell/contract'

export type LimitedRequest = {
  method: string
  /** The endpoint's path with its `:names`. */
  endpoint: string
  /** The requested path with its query. */
  url: string
}

type Decision =
  | { kind: 'allow' }
  | { kind: 'wait'; ms: number }
  | { kind: 'reject'; message: string; retryAfterMs: number }

const { burst, minIntervalMs } = CLIENT_REQUESTS

/**
 * Keeps one browser from flooding the server. Repeated reads of one URL must wait for the minimum interval; writes
 * never wait. A burst of calls to one endpoint is rejected until a cool-down has passed. `now` is monotonic ms.
 */
export function createRateLimiter() {
  const lastReads = new Map<string, number>()
  const recentCalls = new Map<string, number[]>()
  const cooldownEnds = new Map<string, number>()

  return function admit(request: LimitedRequest, now: number): Decision {
    if (isExempt(request)) return { kind: 'allow' }

    const key = `${request.method} ${request.endpoint}`
    const cooldownMs = (cooldownEnds.get(key) ?? now) - now
    if (cooldownMs > 0) return reject(request, cooldownMs)

    if (request.method === 'GET') {
      const ms = (lastReads.get(request.url) ?? -Infinity) + minIntervalOf(request.endpoint) - now
      if (ms > 0) return { kind: 'wait', ms }
      lastReads.set(request.url, now)
    }

    const calls = (recentCalls.get(key) ?? []).filter((at) => at > now - burst.perMs)
    if (calls.length >= burst.requests) {
      cooldownEnds.set(key, now + burst.cooldownMs)
      return reject(request, burst.cooldownMs)
    }
    recentCalls.set(key, [...calls, now])
    return { kind: 'allow' }
  }
}

const reject = ({ url }: LimitedRequest, retryAfterMs: number): Decision => ({
  kind: 'reject',
  message: messages.generic.burstLimit(url),
  retryAfterMs,
})

/** Tokens, health, the clock (a late reading is useless) and every change to a bid have no limit. */
const isExempt = ({ method, endpoint }: LimitedRequest) =>
  /^\/(auth\/|health$|clock$)|\/token/.test(endpoint) || (method !== 'GET' && endpoint.startsWith('/bids'))

function minIntervalOf(endpoint: string): number {
  const named = Object.entries(minIntervalMs).find(([noun]) => endpoint.startsWith(`/${noun}`))
  return named?.[1] ?? minIntervalMs.other
}
