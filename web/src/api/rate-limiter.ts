import { CLIENT_REQUESTS, messages } from '@bidwell/contract'

export type LimitedRequest = {
  method: string
  /** The endpoint's path with its `:names`. */
  endpoint: string
  /** The requested path with its query. */
  url: string
  /** A read that is not delayed: a person has just opened what it fills, or it continues a read that has begun. */
  prompt?: boolean | undefined
}

type Decision =
  | { kind: 'allow' }
  | { kind: 'wait'; ms: number }
  | { kind: 'reject'; message: string; retryAfterMs: number }

const { burst, groupIntervalMs, urlIntervalMs } = CLIENT_REQUESTS

/**
 * Keeps one browser from flooding the server. Reads of one group wait for the minimum interval between them; writes never
 * wait, because a person asked for them. A burst of calls to one endpoint is rejected until a cool-down has passed. `now`
 * is monotonic ms.
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
      const { group, intervalMs } = groupOf(request)
      const ms = (lastReads.get(group) ?? -Infinity) + intervalMs - now
      if (ms > 0 && !request.prompt) return { kind: 'wait', ms }
      lastReads.set(group, now)
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

/** The reads that share a minimum interval: those below one of the named paths, otherwise those of one URL. */
function groupOf({ endpoint, url }: LimitedRequest): { group: string; intervalMs: number } {
  const named = Object.entries(groupIntervalMs).find(([noun]) => isBelow(noun, endpoint))
  if (named) return { group: named[0], intervalMs: named[1] }
  const intervalMs = Object.entries(urlIntervalMs).find(([noun]) => isBelow(noun, endpoint))?.[1]
  return { group: url, intervalMs: intervalMs ?? urlIntervalMs.other }
}

const isBelow = (noun: string, endpoint: string) => endpoint === `/${noun}` || endpoint.startsWith(`/${noun}/`)
