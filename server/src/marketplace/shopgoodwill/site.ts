import type { Clock } from '../../platform/clock.ts'

/** Which site it is. `apiUrl` ends in a slash; a host in `itemHosts` is lower case, with its port if links show one. */
export type Site = {
  id: string
  name: string
  apiUrl: string
  homeUrl: string
  itemHosts: readonly string[]
}

export type Limits = {
  connectMs: number
  /** From asking to the last byte of the answer. */
  answerMs: number
  /** The same for the light reads of a bid line, which are of no use when slow. */
  warmMs: number
  answerBytes: number
}

export const LIMITS: Limits = { connectMs: 5_000, answerMs: 20_000, warmMs: 5_000, answerBytes: 2 * 1024 * 1024 }

/** What every verb of this site needs to put a question to it. */
export type Api = { clock: Clock; ask: Ask }

export type Ask = (question: Question) => Promise<SiteAnswer>

export type Question = {
  method: 'GET' | 'POST'
  /** Below the API's base. */
  path: string
  /** Sent as JSON. */
  body?: object | undefined
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** An HTTP answer read whole, whatever its status. */
export type SiteAnswer = {
  status: number
  retryAfter: string | undefined
  /** The `Date` header, epoch ms, in whole seconds. */
  date: number | null
  body: string
  /** Monotonic instants: when the question was put, and when the head of the answer was there. */
  sentAt: number
  receivedAt: number
}
