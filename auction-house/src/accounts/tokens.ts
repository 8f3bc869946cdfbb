import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import type { Account, Accounts } from './account.ts'

const ISSUER = 'https://buyerprodmvc.ocgoodwill-techservices.org/'
const DAY_MS = 86_400_000
const REFRESH_TOKEN_LIFE_MS = 60 * DAY_MS
const MOST_REFRESH_TOKENS = 20
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

const Claims = z.object({ BuyerId: z.string(), BuyerSession: z.string(), exp: z.number() })

export type Tokens = ReturnType<typeof createTokens>

/** Access tokens (JWT, HS256, no `iat`, as the site's) and refresh tokens. A token outlives a restart: it is all in it. */
export function createTokens(accounts: Accounts, secret: string) {
  let lifeMs = 30 * DAY_MS

  // A key for each name: after a restart the same number may belong to somebody else.
  const sign = (text: string, { name }: Account) => createHmac('sha256', `${secret} ${name}`).update(text).digest()

  function issueAccess(account: Account, now: number, client: { ip: string; browser: string }) {
    const claims = {
      jti: randomUUID(),
      BuyerId: String(account.buyerId),
      MiddleInitial: '',
      IpAddress: client.ip,
      Browser: client.browser,
      MobRegistrationToken: '',
      MobAppPlatform: '',
      MobAppVersion: '',
      MobBrand: '',
      MobModel: '',
      BuyerSession: String(account.session),
      exp: Math.floor((now + lifeMs) / 1_000),
      iss: ISSUER,
      aud: ISSUER,
    }
    const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    return `${signed}.${sign(signed, account).toString('base64url')}`
  }

  return {
    issueAccess,
    issueRefresh,
    /** Life of the tokens issued from now on. */
    setLife: (ms: number) => {
      lifeMs = ms
    },
    /** The account whose good access token this is. */
    accountOf(token: string, now: number) {
      const [header, payload, signature, more] = token.split('.')
      if (header === undefined || payload === undefined || signature === undefined || more !== undefined)
        return undefined
      const claims = claimsOf(payload)
      const account = claims && accounts.numbered(Number(claims.BuyerId))
      if (!account || !isEqual(Buffer.from(signature, 'base64url'), sign(`${header}.${payload}`, account)))
        return undefined
      return now < claims.exp * 1_000 && claims.BuyerSession === String(account.session) ? account : undefined
    },
    /** Spends a refresh token: it is good once. */
    spendRefresh(token: string, now: number) {
      const account = accounts.all().find((account) => account.refreshTokens.has(token))
      const expiresAt = account?.refreshTokens.get(token) ?? 0
      account?.refreshTokens.delete(token)
      return now < expiresAt ? account : undefined
    },
    /** Ends every access token of the account; a refresh token still gets a new one. */
    expire: (account: Account) => {
      account.session += 1
    },
    /** Ends every token of the account, as a log-out does. */
    revoke: (account: Account) => {
      account.session += 1
      account.refreshTokens.clear()
    },
  }
}

const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

function claimsOf(payload: string) {
  try {
    return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function issueRefresh(account: Account, now: number) {
  const token = randomUUID()
  account.refreshTokens.set(token, now + REFRESH_TOKEN_LIFE_MS)
  const [oldest] = account.refreshTokens.keys()
  if (oldest && account.refreshTokens.size > MOST_REFRESH_TOKENS) account.refreshTokens.delete(oldest)
  return { token, created: now, expires: now + REFRESH_TOKEN_LIFE_MS }
}
