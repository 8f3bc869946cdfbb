import { refreshToken } from '@bidwell/contract'
import { errorFromResponse } from './api-error.ts'
import { withCrossTabLock } from './with-cross-tab-lock.ts'
import { parseReply } from './parse-reply.ts'
import { send } from './send.ts'
import { claimsOf, clearToken, readToken, storeToken } from './session-token.ts'

/**
 * Exchanges the spent token for the next one, once, however many calls and tabs ask. Answers the token to use now, or
 * null when the session is over. Throws `ApiError` when the server could not be asked: the session may well be alive.
 */
export async function refreshSession(spent: string): Promise<string | null> {
  return withCrossTabLock('bidwell-token', async () => {
    const kept = readToken()
    // Another call or tab has exchanged it already, or signed out. Somebody else's token is not an exchange of ours.
    if (kept !== spent) return kept !== null && bearerOf(kept) === bearerOf(spent) ? kept : null

    const answer = await send(refreshToken.path, { method: refreshToken.method, token: null, json: { token: spent } })
    const body = await answer.text()
    if (answer.ok) {
      const { token } = parseReply(refreshToken, answer.status, body)
      storeToken(token)
      return token
    }
    if (answer.status >= 500 || answer.status === 429) {
      throw errorFromResponse(answer.status, answer.headers.get('retry-after'), body)
    }
    clearToken()
    return null
  })
}

const bearerOf = (token: string) => claimsOf(token)?.sub
