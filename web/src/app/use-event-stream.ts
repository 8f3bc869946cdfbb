import { messages } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onServerEvent, runEventStream } from '../events/event-stream.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { setIntegrationStatus } from '../connection/integration-query.ts'
import { useSession } from '../session/session.ts'

/** Keeps the event stream open while a user is signed in, and handles the events that concern every page. */
export function useEventStream() {
  const client = useQueryClient()
  const session = useSession()
  const userId = session.kind === 'signed-in' && !session.expired ? session.user.id : null

  useEffect(() => {
    if (userId === null) return undefined
    const stop = new AbortController()
    const unsubscribe = onServerEvent((event) => {
      if (event.type === 'connection_changed') setIntegrationStatus(client, event.status)
      else if (event.type === 'session_ended') emitSessionExpired(messages.session.expired)
      else if (event.type === 'resync') void client.invalidateQueries()
    })
    void runEventStream(stop.signal)
    return () => {
      stop.abort()
      unsubscribe()
    }
  }, [client, userId])
}
