import { currentSession, onSession } from '../session/session.ts'
import { runEventStream } from '../events/event-stream.ts'

/**
 * Keeps the event stream open while a user is signed in. It starts before the page asks for its data, because everything
 * that was asked for before the stream is open has to be asked for again, by `onOpen`.
 */
export function keepEventStream(onOpen: () => void) {
  let listening: { userId: string | null; stop: AbortController } | null = null

  function follow() {
    const session = currentSession()
    const userId = session.kind === 'signed-in' && !session.expired ? session.user.id : null
    if (userId === (listening?.userId ?? null)) return
    listening?.stop.abort()
    listening = { userId, stop: new AbortController() }
    if (userId !== null) void runEventStream(listening.stop.signal, onOpen)
  }
  onSession(follow)
  follow()
}
