import { API_BASE, EVENTS_PATH, ServerEvent } from '@bidwell/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod/mini'

type Events = AsyncDisposable & {
  /** Resolves with the next event that `matches`; the events before it are dropped. */
  next(matches: (event: ServerEvent) => boolean): Promise<ServerEvent>
}

/** Opens the event stream of a browser, until disposed. */
export async function followEvents(url: string, token: string): Promise<Events> {
  const leaving = new AbortController()
  const response = await fetch(new URL(API_BASE + EVENTS_PATH, url), {
    headers: { Authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  if (!response.ok || !response.body) throw new Error(`No event stream: ${response.status}`)
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()

  return {
    async next(matches) {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) throw new Error('The event stream ended')
        const event = z.parse(ServerEvent, JSON.parse(value.data))
        if (matches(event)) return event
      }
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
    },
  }
}
