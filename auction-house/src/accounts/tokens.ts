import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Account, Accounts } from './account.ts'

const ISSUER = 'https://buyerprodmvc.ocgoodwill-techservices.org/'
const DAY_MS = 86_400_000
const REFRESH_TOKEN_LIFE_MS = 60 * DAY_MS
const MAX_REFRESH_TOKENS = 20
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

const Claims = z.object({ BuyerId: z.string(), BuyerSession: z.string(), exp: z.number() })

export type Tokens = ReturnType<typeof createTokens>

/**
 * Access tokens (JWT, HS256, without `iat`, like the site's) and refresh tokens. An access token stays valid after a
 * restart, since no state beside the account is needed to verify it.
 */
export function createTokens(accounts: Accounts, secret: string) {
  let lifeMs = 30 * DAY_MS

  // One key per name: after a restart the same buyer id may belong to another account.
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
    /** Sets the lifetime of access tokens issued from now on. */
    setLife: (ms: number) => {
      lifeMs = ms
    },
    /** The account of a valid access token; undefined for any other token. */
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
    /** The account of a valid refresh token, which cannot be used again. */
    spendRefresh(token: string, now: number) {
      const account = accounts.all().find((account) => account.refreshTokens.has(token))
      const expiresAt = account?.refreshTokens.get(token) ?? 0
      account?.refreshTokens.delete(token)
      return now < expiresAt ? account : undefined
    },
    /** Invalidates the account's access tokens. Its refresh tokens stay valid. */
    expire: (account: Account) => {
      account.session += 1
    },
    /** Invalidates all tokens of the account, as logging out does. */
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
  if (oldest && account.refreshTokens.size > MAX_REFRESH_TOKENS) account.refreshTokens.delete(oldest)
  return { token, created: now, expires: now + REFRESH_TOKEN_LIFE_MS }
}
