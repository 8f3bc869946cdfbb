import { api } from '@bidwell/contract'
import { errorFromResponse } from './api-error.ts'
import { exchangeToken } from './exchange-token.ts'
import { sessionStatus } from './read-response.ts'
import { send } from './send.ts'

const TIMEOUT_MS = 10_000

/** Ends the session of a token on the server. Throws `ApiError` when the server has not confirmed it. */
export async function endSession(token: string): Promise<void> {
  let response = await ask(token)
  if (sessionStatus(response) === 'token-expired') {
    const next = await exchangeToken(token)
    if (next === null) return
    response = await ask(next)
  }
  // 401: it has ended already.
  if (response.ok || response.status === 401) return
  throw errorFromResponse(response.status, response.headers.get('retry-after'), await response.text())
}

const ask = (token: string) => send(api.logout.path, { method: api.logout.method, token, timeoutMs: TIMEOUT_MS })
