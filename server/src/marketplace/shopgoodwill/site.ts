/** `apiUrl` ends in a slash. A host in `itemHosts` is lower case, with its port if links contain one. */
export type Site = {
  id: string
  name: string
  apiUrl: string
  homeUrl: string
  itemHosts: readonly string[]
  /** What each request names as its program; absent: Bidwell. */
  userAgent?: string | undefined
}

export type Limits = {
  connectTimeoutMs: number
  /** From sending the request to the last byte of the response. */
  responseTimeoutMs: number
  maxResponseBytes: number
}

export const LIMITS: Limits = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  maxResponseBytes: 2 * 1024 * 1024,
}

export type SendRequest = (request: SiteRequest) => Promise<SiteResponse>

export type SiteRequest = {
  method: 'GET' | 'POST'
  /** Relative to `apiUrl`. */
  path: string
  /** Sent as JSON. */
  body?: object | undefined
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** An HTTP response read whole, with any status. */
export type SiteResponse = {
  status: number
  retryAfter: string | undefined
  /** The `Date` header, epoch ms, in whole seconds. */
  date: number | null
  body: string
  /** Monotonic instants: when the request was sent, and when the head of the response arrived. */
  sentAt: number
  receivedAt: number
}
