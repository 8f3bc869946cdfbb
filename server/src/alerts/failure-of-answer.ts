import { PutOff, Refused, type StopReason } from '../notifying/deliveries/delivery.ts'

export type Answer = { status: number; headers: Readonly<Record<string, string | string[] | undefined>> }

/** Nobody may hold an alert back for longer. */
const MAX_WAIT_MS = 86_400_000
const LATER: readonly number[] = [408, 425, 429]

type Meaning = {
  /** Epoch ms. */
  now: number
  /** What the service said. */
  said?: string
  /** Why nothing more is sent to the place. */
  because?: StopReason | null
}

/** What follows from an answer that takes no alert. One that is busy, or in trouble, may take it later; any other never does. */
export function failureOfAnswer({ status, headers }: Answer, { now, said = '', because = null }: Meaning): Error {
  const text = said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`
  const isLater = because === null && (status >= 500 || LATER.includes(status))
  return isLater ? new PutOff(text, { retryAt: retryAtOf(headers, now) }) : new Refused(text, { because })
}

/** When a service asks to be called again, epoch ms; null when it does not say. */
function retryAtOf(headers: Answer['headers'], now: number): number | null {
  const first = (name: string) => [headers[name]].flat()[0]
  // By the service's own clock, where it tells it.
  const answeredAt = Date.parse(first('date') ?? '')
  const waitMs = waitOf(first('retry-after'), Number.isNaN(answeredAt) ? now : answeredAt)
  return waitMs === null || !(waitMs > 0) ? null : now + Math.min(waitMs, MAX_WAIT_MS)
}

/** Seconds, or a date. */
function waitOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : at - now
}

/** Errors of a connection that carried no request yet. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*|UNABLE_TO_.*)$/

/** `PutOff` for an error without a connection. Any other error stays: the other side may have taken the alert. */
export const failureOfConnection = (error: unknown): unknown =>
  NOT_CONNECTED.test((error as { code?: string }).code ?? '')
    ? new PutOff('The server could not be reached', { cause: error })
    : error
