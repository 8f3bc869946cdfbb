import { clearPersistedReplies } from '../api/persisted-replies.ts'
import { queryClient } from '../api/query-client.ts'
import { clearSnapshot } from './clear-snapshot.ts'
import { currentSession, onSession } from './session.ts'

/** When somebody signs out, or somebody else signs in, nothing of the one before stays in this browser. */
export function clearUserDataOnChange() {
  let before = userId()
  onSession(() => {
    const now = userId()
    if (before !== null && now !== before) {
      queryClient.clear()
      clearSnapshot()
      if (now === null) clearPersistedReplies()
    }
    before = now
  })
}

function userId(): string | null {
  const session = currentSession()
  return session.kind === 'signed-in' ? session.user.id : null
}
