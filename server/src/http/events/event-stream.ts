import { PassThrough } from 'node:stream'
import type { ServerEvent } from '@bidwell/contract'

/** The open event stream of one browser. */
export type EventStream = {
  readonly accountId: number
  /** The session that opened it, or the token. */
  readonly sessionId: string
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

type Browser = Pick<EventStream, 'accountId' | 'sessionId' | 'network'>

export function openEventStream(browser: Browser): EventStream {
  const output = new PassThrough()

  return {
    ...browser,
    output,
    send(event) {
      if (output.writableEnded || output.destroyed) return
      output.write(`data: ${JSON.stringify(event)}\n\n`)
      if (output.writableLength + output.readableLength > MAX_UNREAD_BYTES) output.destroy()
    },
    close() {
      output.end()
    },
  }
}
