import { refreshToken } from '@bidwell/contract'
import { errorFromResponse } from './api-error.ts'
import { parseReply } from './parse-reply.ts'
import { send } from './send.ts'
import { claimsOf, clearToken, readToken, storeToken } from './session-token.ts'
import { withCrossTabLock } from './with-cross-tab-lock.ts'

/**
 * Exchanges an expired token for a new one, once, even when several calls and tabs ask at the same time. Returns the
 * token to use, or null when the session has ended. Throws `ApiError` when the server cannot be reached or is
 * overloaded, because then the session may still exist.
 */
export async function refreshSession(expiredToken: string): Promise<string | null> {
  return withCrossTabLock('bidwell-token', async () => {
    const stored = readToken()
    // Another call or tab has replaced the token or signed out. A token of a different user does not count.
    if (stored !== expiredToken) return stored !== null && userIdOf(stored) === userIdOf(expiredToken) ? stored : null

    const response = await send(refreshToken.path, {
      method: refreshToken.method,
      token: null,
      json: { token: expiredToken },
    })
    const body = await response.text()
    if (response.ok) {
      const { token } = parseReply(refreshToken, response.status, body)
      storeToken(token)
      return token
    }
    if (response.status >= 500 || response.status === 429) {
      throw errorFromResponse(response.status, response.headers.get('retry-after'), body)
    }
    clearToken()
    return null
  })
}

const userIdOf = (token: string) => claimsOf(token)?.sub
