import * as z from 'zod'
import type { SiteCredentials, SiteSession } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { USER_AGENT } from '../http/headers.ts'
import { messageText, parseEnvelope, parseResponse } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'
import { encryptCredential } from './encrypt-credential.ts'
import { readTokenExpiry } from './token-expiry.ts'

/** From the name of the site's script file in October 2026. The site accepts outdated versions. */
const APP_VERSION = '918356f8354624fa'

const LoginReply = z.object({
  /** Visible ASCII only, since it is sent in a header. */
  accessToken: z.nullish(z.string().regex(/^[!-~]*$/)),
  message: z.nullish(z.string()),
})

/** A message about the login itself. Any other message is about the site's own trouble, and proves no wrong password. */
const REFUSAL = /user ?name|password|credential|account/i

/**
 * The site refuses a login with status 200, no token and a message. Throws `login_refused` with that message, and
 * `refused` when the message does not speak of the login.
 */
export async function submitLogin(
  send: SendRequest,
  credentials: SiteCredentials,
  signal?: AbortSignal,
): Promise<SiteSession> {
  const response = await send({
    method: 'POST',
    path: 'SignIn/Login',
    body: {
      userName: encryptCredential(credentials.username),
      password: encryptCredential(credentials.password),
      remember: false,
      browser: USER_AGENT,
      appVersion: APP_VERSION,
    },
    signal,
  })
  const { accessToken, message } = parseResponse(response, LoginReply)
  if (accessToken) return { token: accessToken, expiresAt: readTokenExpiry(accessToken) }
  const siteMessage = messageText(message ?? '')
  if (REFUSAL.test(siteMessage)) throw new SiteError('login_refused', 'The site refused the login', { siteMessage })
  if (siteMessage) throw new SiteError('refused', 'The site gave no session', { siteMessage })
  throw new SiteError('unexpected_shape', 'The site gave neither a token nor a reason', { field: 'accessToken' })
}

/** Requests the saved searches: the site's cheapest call that requires a login. */
export async function checkSession(send: SendRequest, { token }: SiteSession, signal?: AbortSignal): Promise<void> {
  parseEnvelope(await send({ method: 'POST', path: 'SaveSearches/GetSaveSearches', token, signal }), z.unknown())
}
