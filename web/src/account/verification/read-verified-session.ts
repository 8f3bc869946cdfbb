import { refreshSession } from '../../api/refresh-session.ts'
import { requestAuthCheck } from '../../api/session-events.ts'
import { readToken } from '../../api/session-token.ts'

/** Exchanges this browser's token for one that names the verified address. The next exchange does so too if this fails. */
export async function readVerifiedSession(): Promise<void> {
  const token = readToken()
  if (token === null) return
  await refreshSession(token).catch(() => {})
  requestAuthCheck()
}
