import { PassThrough } from 'node:stream'
import type { ServerEvent } from '@bidwell/contract'

/** The open event stream of one browser. */
export type EventStream = {
  readonly accountId: number
  /** The session that opened it, or the token. */
  readonly sessionId: string
  /** Whether a token opened it. */
  readonly isProgram: boolean
  /** The network of the browser: see `networkOf`. */
  readonly network: string
  /** The body of the HTTP response. */
  readonly output: PassThrough
  send(event: ServerEvent): void
  /** Ends the response after the events that were sent. */
  close(): void
}

/** A browser with more unread data does not read. Its stream is cut; it reads everything again when it reconnects. */
const MAX_UNREAD_BYTES = 256 * 1024

/** No token may read the connection or the plan. */
const FOR_PEOPLE: ReadonlySet<ServerEvent['type']> = new Set<ServerEvent['type']>([
  'connection_changed',
  'plan_changed',
])

type Browser = Pick<EventStream, 'accountId' | 'sessionId' | 'isProgram' | 'network'>

export function openEventStream(browser: Browser): EventStream {
  const output = new PassThrough()

  return {
    ...browser,
    output,
    send(event) {
      if (output.writableEnded || output.destroyed || (browser.isProgram && FOR_PEOPLE.has(event.type))) return
      output.write(`data: ${JSON.stringify(event)}\n\n`)
      if (output.writableLength + output.readableLength > MAX_UNREAD_BYTES) output.destroy()
    },
    close() {
      output.end()
    },
  }
}
