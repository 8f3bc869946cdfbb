import { EVENTS_PATH, messages, ServerEvent } from '@bidwell/contract'
import { parseJson } from './api-error.ts'
import { refreshSession } from './refresh-session.ts'
import { send } from './send.ts'
import { emitSessionExpired } from './session-events.ts'
import { readToken } from './session-token.ts'
import { sessionStatus } from './session-status.ts'
import { createSseParser } from './sse-parser.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The server speaks every 15 s; a line silent for longer than this is dead, whatever the network says. */
const SILENCE_MS = 40_000

const listeners = new Set<(event: ServerEvent) => void>()

/** Hears everything that the server says, until the returned function is called. */
export function onServerEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = (event: ServerEvent) => {
  for (const listener of listeners) listener(event)
}

/**
 * Keeps the line to the server open until stopped or until the session is over. A line that had to be opened again
 * begins with a `resync` of our own, for what was missed.
 */
export async function runEventStream(stop: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  for (let opened = 0; !stop.aborted;) {
    const outcome = await listenOnce(stop, () => {
      if (opened > 0) tell({ type: 'resync' })
      opened += 1
      waitMs = FIRST_WAIT_MS
    }).catch(() => 'cut' as const)
    if (outcome === 'over' || stop.aborted) return
    // Spread out, so that a restarted server is not met by everybody at once.
    await wokenAfter(waitMs * (0.5 + Math.random()), stop)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function listenOnce(stop: AbortSignal, onOpen: () => void): Promise<'over' | 'cut'> {
  const token = readToken()
  if (token === null) return 'over'
  const silence = silenceAfter(SILENCE_MS)
  try {
    const signal = AbortSignal.any([stop, silence.signal])
    const answer = await send(EVENTS_PATH, { token, signal, patienceMs: null })
    const verdict = sessionStatus(answer)
    if (verdict === 'expired' && (await refreshSession(token)) !== null) return 'cut'
    if (verdict !== 'stands') {
      emitSessionExpired(messages.session.expired)
      return 'over'
    }
    if (!answer.ok || answer.body === null) return 'cut'
    onOpen()
    await hear(answer.body, silence.broken)
    return 'cut'
  } finally {
    silence.stop()
  }
}

/** Tells every event of the line until it ends. */
async function hear(line: ReadableStream<Uint8Array>, onChunk: () => void) {
  const parse = createSseParser((data) => {
    const event = ServerEvent.safeParse(parseJson(data))
    if (event.success) tell(event.data)
  })
  const decoder = new TextDecoder()
  const reader = line.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onChunk()
    parse(decoder.decode(value, { stream: true }))
  }
}

/** A signal that aborts once nothing has broken the silence for so long. */
function silenceAfter(ms: number) {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(), ms)
  let timer = start()
  return {
    signal: silence.signal,
    broken: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Also ends at once when the network comes back. */
const wokenAfter = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const woken = new AbortController()
    const wake = () => {
      woken.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    window.addEventListener('online', wake, { signal: woken.signal })
    stop.addEventListener('abort', wake, { signal: woken.signal })
  })
