import { messages } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runEventStream, onServerEvent } from '../api/event-stream.ts'
import { emitSessionExpired } from '../api/session-events.ts'
import { setIntegrationStatus } from '../connection/integration-query.ts'
import { useSession } from '../session/session.ts'

/** Keeps the line to the server open while somebody is signed in, and takes in what concerns every page. */
export function useEventStream() {
  const client = useQueryClient()
  const session = useSession()
  const userId = session.kind === 'signed-in' && !session.expired ? session.user.id : null

  useEffect(() => {
    if (userId === null) return undefined
    const stop = new AbortController()
    const unhear = onServerEvent((event) => {
      if (event.type === 'connection_changed') setIntegrationStatus(client, event.status)
      else if (event.type === 'session_ended') emitSessionExpired(messages.session.expired)
      else if (event.type === 'resync') void client.invalidateQueries()
    })
    void runEventStream(stop.signal)
    return () => {
      stop.abort()
      unhear()
    }
  }, [client, userId])
}
