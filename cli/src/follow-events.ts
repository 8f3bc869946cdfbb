import { setTimeout as sleep } from 'node:timers/promises'
import { EVENTS_PATH, ServerEvent } from '@bidwell/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { failureOf, request } from './call.ts'
import { CliError, EXIT } from './cli-error.ts'
import type { Installation } from './installation.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
/** The server sends the time every 15 s, so a stream that is silent for longer than this is dead. */
const SILENCE_MS = 40_000

type Listeners = {
  /** The stream is open: what has changed before was not sent. */
  onOpen: () => void
  onClosed: () => void
  onEvent: (event: ServerEvent) => void
}

/**
 * Passes on the events of the account until `stop` aborts, over one connection after the other. Throws when Bidwell refuses the token,
 * and when it does not answer the first time.
 */
export async function followEvents(to: Installation, stop: AbortSignal, listeners: Listeners): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  let wasOpen = false
  const onOpen = () => {
    wasOpen = true
    retryMs = FIRST_RETRY_MS
    listeners.onOpen()
  }
  while (!stop.aborted) {
    await followOnce(to, stop, { ...listeners, onOpen }).catch((error: unknown) => {
      const isRefusal = error instanceof CliError && error.exitCode === EXIT.refused
      if (!stop.aborted && (isRefusal || !wasOpen)) throw error
    })
    if (stop.aborted) return
    listeners.onClosed()
    // Random delays keep all programs from coming back to a restarted server at the same moment.
    await sleep(retryMs * (0.5 + Math.random()), undefined, { signal: stop }).catch(() => {})
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
}

async function followOnce(to: Installation, stop: AbortSignal, { onOpen, onEvent }: Listeners): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await request(to, EVENTS_PATH, { signal: AbortSignal.any([stop, silence.signal]) })
    if (!response.ok) throw failureOf({ status: response.status, text: await response.text() })
    if (response.body === null) return
    onOpen()
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of events) {
      timer.refresh()
      // A later version of Bidwell may send events that this one does not know.
      const event = ServerEvent.safeParse(JSON.parse(data))
      if (event.success) onEvent(event.data)
    }
  } finally {
    clearTimeout(timer)
  }
}
