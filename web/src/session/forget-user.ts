import { forgetAnswers } from '../api/kept-answers.ts'
import { queryClient } from '../api/query-client.ts'
import { forgetSnapshot } from './forget-snapshot.ts'
import { currentSession, onSession } from './session.ts'

/** When somebody signs out, or somebody else signs in, nothing of the one before stays in this browser. */
export function forgetUserOnChange() {
  let before = userId()
  onSession(() => {
    const now = userId()
    if (before !== null && now !== before) {
      queryClient.clear()
      forgetSnapshot()
      if (now === null) forgetAnswers()
    }
    before = now
  })
}

function userId(): string | null {
  const session = currentSession()
  return session.kind === 'signed-in' ? session.user.id : null
}
