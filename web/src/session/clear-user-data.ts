import { clearPersistedReplies } from '../api/persisted-replies.ts'
import { queryClient } from '../api/query-client.ts'
import { clearSnapshot } from './clear-snapshot.ts'
import { currentSession, onSession } from './session.ts'

/** Deletes the previous user's data from this browser when that user signs out or another user signs in. */
export function clearUserDataOnChange() {
  let previous = userId()
  onSession(() => {
    const current = userId()
    if (previous !== null && current !== previous) {
      queryClient.clear()
      clearSnapshot()
      if (current === null) clearPersistedReplies()
    }
    previous = current
  })
}

function userId(): string | null {
  const session = currentSession()
  return session.kind === 'signed-in' ? session.user.id : null
}
