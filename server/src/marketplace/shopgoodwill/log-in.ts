import * as z from 'zod'

import type { SiteCredentials, SiteSession } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { encryptCredential } from './encrypt-credential.ts'
import { USER_AGENT } from './headers.ts'
import { readAnswer, wordsOf } from './read-answer.ts'
import { readTokenClaims } from './session-token.ts'
import type { Api } from './site.ts'

/** From the name of the site's script file in October 2026; the site has taken stale ones for years. */
const APP_VERSION = '918356f8354624fa'

const LoginReply = z.object({
  /** Visible ASCII only: it goes into a header. */
  accessToken: z.nullish(z.string().regex(/^[!-~]*$/)),
  buyer: z.nullish(z.object({ buyerId: z.nullish(z.union([z.string(), z.int()])) })),
  message: z.nullish(z.string()),
})

/** A refusal comes with status 200: no token, and the reason in words. */
export async function logIn({ ask }: Api, credentials: SiteCredentials, signal?: AbortSignal): Promise<SiteSession> {
  const answer = await ask({
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
  const { accessToken, buyer, message } = readAnswer(answer, LoginReply)
  if (accessToken) {
    const claims = readTokenClaims(accessToken)
    return { token: accessToken, expiresAt: claims.expiresAt, buyerId: buyer?.buyerId?.toString() ?? claims.buyerId }
  }
  const siteMessage = wordsOf(message ?? '')
  if (siteMessage) throw new SiteError('login_refused', 'The site refused the login', { siteMessage })
  throw new SiteError('unexpected_shape', 'The site gave neither a token nor a reason', { field: 'accessToken' })
}
