import type { IncomingHttpHeaders } from 'node:http'

/** A request that has been read whole. */
export type Incoming = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  ip: string
  /** The timer's reading when its first byte was read. */
  firstByte: number
}
