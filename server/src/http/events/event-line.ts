import { PassThrough } from 'node:stream'
import type { ServerEvent } from '@bidwell/contract'

/** One browser's open event stream. */
export type EventLine = {
  readonly accountId: number
  readonly sessionId: string
  /** What goes out on the wire. */
  readonly stream: PassThrough
  send(event: ServerEvent): void
  /** Says everything that was sent, and ends. */
  close(): void
}

/** A browser this far behind is not reading: it is let go, and reads everything again when it comes back. */
const MOST_UNREAD_BYTES = 256 * 1024

export function openEventLine(accountId: number, sessionId: string): EventLine {
  const stream = new PassThrough()

  return {
    accountId,
    sessionId,
    stream,
    send(event) {
      if (stream.writableEnded || stream.destroyed) return
      stream.write(`data: ${JSON.stringify(event)}\n\n`)
      if (stream.writableLength + stream.readableLength > MOST_UNREAD_BYTES) stream.destroy()
    },
    close() {
      stream.end()
    },
  }
}
