import { createCipheriv } from 'node:crypto'
import * as z from 'zod'
import type { SiteCredentials, SiteSession } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { userAgentFor } from '../http/headers.ts'
import { messageText, parseEnvelope, parseResponse } from '../http/parse-response.ts'
import { shapeOf } from '../http/shape-of.ts'
import type { SendRequest, Site } from '../site.ts'

/** From the name of the site's script file in October 2026. The site accepts outdated versions. */
const APP_VERSION = '918356f8354624fa'

/** Public constants from the site's own web page. They protect nothing: the result is as secret as the input. */
const CREDENTIAL_KEY = Buffer.from('6696D2E6F042FEC4D6E3F32AD541143B', 'ascii')
const CREDENTIAL_IV = Buffer.from('0000000000000000', 'ascii')

const MAX_INSTANT_S = 8.64e12

const LoginReply = z.object({
  /** Visible ASCII only, since it is sent in a header. */
  accessToken: z.nullish(z.string().regex(/^[!-~]*$/)),
  message: z.nullish(z.string()),
})

/**
 * A message about the login itself, or about the account. Any other message is about the site's own trouble, and proves no wrong
 * password.
 */
const REFUSAL =
  /user ?name|password|credential|\baccount\b.*\b(?:lock|disabl|suspend|deactivat|terminat|block|clos|inactive|not active)/i

/**
 * The site refuses a login with status 200, no token and a message. Throws `login_refused` with that message, and
 * `refused` when the message does not speak of the login.
 */
export async function submitLogin(
  send: SendRequest,
  site: Site,
  credentials: SiteCredentials,
  signal?: AbortSignal,
): Promise<SiteSession> {
  const path = 'SignIn/Login'
  const response = await send({
    method: 'POST',
    path,
    body: {
      userName: encryptCredential(credentials.username),
      password: encryptCredential(credentials.password),
      remember: false,
      browser: userAgentFor(site),
      appVersion: APP_VERSION,
    },
    signal,
  })
  const { accessToken, message } = parseResponse(response, LoginReply)
  if (accessToken) return { token: accessToken, expiresAt: readTokenExpiry(accessToken) }
  const siteMessage = messageText(message ?? '')
  if (REFUSAL.test(siteMessage)) throw new SiteError('login_refused', 'The site refused the login', { siteMessage })
  const shape = shapeOf(path, JSON.parse(response.body))
  if (siteMessage) throw new SiteError('refused', 'The site gave no session', { siteMessage, shape })
  throw new SiteError('unexpected_shape', 'The site gave neither a token nor a reason', { field: 'accessToken', shape })
}

/** Requests the saved searches: the site's cheapest call that requires a login. */
export async function checkSession(send: SendRequest, { token }: SiteSession, signal?: AbortSignal): Promise<void> {
  parseEnvelope(await send({ method: 'POST', path: 'SaveSearches/GetSaveSearches', token, signal }), z.unknown())
}

/** Encodes a user name or a password as `SignIn/Login` expects it: AES-256-CBC, base64, percent-encoded. */
export function encryptCredential(plain: string): string {
  const cipher = createCipheriv('aes-256-cbc', CREDENTIAL_KEY, CREDENTIAL_IV)
  return encodeURIComponent(cipher.update(plain, 'utf8', 'base64') + cipher.final('base64'))
}

/**
 * The expiry that a JSON web token claims, epoch ms; null when it cannot be read. Only the site can verify the token's
 * signature, so the claim is unverified.
 */
export function readTokenExpiry(token: string): number | null {
  const { exp } = payloadOf(token)
  return typeof exp === 'number' && exp > 0 && exp <= MAX_INSTANT_S ? Math.floor(exp * 1_000) : null
}

function payloadOf(token: string): { exp?: unknown } {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}
