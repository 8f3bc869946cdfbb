import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '../cache/reads.ts'
import { runEventStream } from '../events/event-stream.ts'
import { currentSession, onSession } from '../session/session.ts'
import { applyEvents } from './server-events.ts'

/**
 * Keeps the event stream open while a user is signed in. It starts before the page asks for its data: data that was read before
 * the stream is open is read again when it opens.
 */
export function keepEventStream(client: QueryClient) {
  let listening: { userId: string | null; stop: AbortController } | null = null

  function follow() {
    const session = currentSession()
    const userId = session.kind === 'signed-in' && !session.expired ? session.user.id : null
    if (userId === (listening?.userId ?? null)) return
    listening?.stop.abort()
    listening = { userId, stop: new AbortController() }
    const { signal } = listening.stop
    const listeners = { onOpen: () => readAgain(client), onData: applyEvents(client, signal) }
    if (userId !== null) void runEventStream(signal, listeners)
  }
  onSession(follow)
  follow()
}
