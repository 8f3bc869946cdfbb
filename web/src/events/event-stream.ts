import { EVENTS_PATH, messages } from '@bidwell/contract'
import { sessionStatus } from '../api/read-response.ts'
import { refreshSession } from '../api/refresh-session.ts'
import { send } from '../api/send.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { readToken } from '../api/session-token.ts'
import { createStore } from '../state/create-store.ts'
import { readEvents } from './read-events.ts'

const FIRST_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 30_000
/** The server sends at least its time every 15 s, so a stream that is silent for longer than this is dead. */
const SILENCE_TIMEOUT_MS = 40_000

/** Whether events arrive at present. */
export const eventStreamOpen = createStore(false)

type Listeners = {
  /** Called whenever the stream has connected: what changed since the page read its data, or since the last connection, was not sent. */
  onOpen: () => void
  /** Receives the data of each event. */
  onData: (data: string) => void
}

/** Keeps the event stream from the server open until `stop` aborts or the session ends. */
export async function runEventStream(stop: AbortSignal, { onOpen, onData }: Listeners): Promise<void> {
  let retryDelayMs = FIRST_RETRY_DELAY_MS
  while (!stop.aborted) {
    const onConnected = () => {
      onOpen()
      retryDelayMs = FIRST_RETRY_DELAY_MS
    }
    const outcome = await connectOnce(stop, { onOpen: onConnected, onData }).catch(() => 'disconnected' as const)
    if (outcome === 'session-ended' || stop.aborted) return
    // Random delays keep all browsers from reconnecting to a restarted server at the same moment.
    await waitToRetry(retryDelayMs * (0.5 + Math.random()), stop)
    retryDelayMs = Math.min(retryDelayMs * 2, MAX_RETRY_DELAY_MS)
  }
}

async function connectOnce(
  stop: AbortSignal,
  { onOpen, onData }: Listeners,
): Promise<'session-ended' | 'disconnected'> {
  const token = readToken()
  if (token === null) return 'session-ended'
  const silence = startSilenceTimeout()
  try {
    const signal = AbortSignal.any([stop, silence.signal])
    const response = await send(EVENTS_PATH, { token, signal, timeoutMs: null })
    const status = sessionStatus(response)
    if (status === 'token-expired' && (await refreshSession(token)) !== null) return 'disconnected'
    if (status !== 'unchanged') {
      emitSessionExpired(messages.session.expired)
      return 'session-ended'
    }
    if (!response.ok || response.body === null) return 'disconnected'
    onOpen()
    eventStreamOpen.set(true)
    await readEvents(response.body, (data) => {
      silence.restart()
      onData(data)
    })
    return 'disconnected'
  } finally {
    eventStreamOpen.set(false)
    silence.stop()
  }
}

/** `signal` aborts `SILENCE_TIMEOUT_MS` after the start or the last `restart`, unless `stop` is called. */
function startSilenceTimeout() {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS)
  let timer = start()
  return {
    signal: silence.signal,
    restart: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Resolves after `ms`, or at once when the network returns or `stop` aborts. */
const waitToRetry = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = new AbortController()
    const finish = () => {
      done.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish, { signal: done.signal })
    stop.addEventListener('abort', finish, { signal: done.signal })
  })
