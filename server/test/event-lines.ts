import { API_BASE, EVENTS_PATH, ServerEvent } from '@bidwell/contract'
import * as z from 'zod/mini'

type Line = AsyncDisposable & {
  /** Resolves with the first event from now on of which `matches` is true. */
  next(matches: (event: ServerEvent) => boolean): Promise<ServerEvent>
}

/** An open browser's line to the event stream, as the web app reads it. */
export async function openEventLine(url: string, token: string): Promise<Line> {
  const leaving = new AbortController()
  const response = await fetch(new URL(API_BASE + EVENTS_PATH, url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  if (!response.ok || !response.body) throw new Error(`No event stream: ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''

  return {
    async next(matches) {
      for (;;) {
        const end = unread.indexOf('\n')
        const line = end < 0 ? null : unread.slice(0, end)
        if (line === null) {
          const { value, done } = await reader.read()
          if (done) throw new Error('The event stream ended')
          unread += value
          continue
        }
        unread = unread.slice(end + 1)
        if (!line.startsWith('data:')) continue
        const event = z.parse(ServerEvent, JSON.parse(line.slice('data:'.length)))
        if (matches(event)) return event
      }
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
    },
  }
}
