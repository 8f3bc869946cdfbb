import { formatWait, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { accountById } from '../identity/accounts/account-queries.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { decideLoginAttempt, type LoginWait, LONGEST_WINDOW_MS } from './decide-login-attempt.ts'
import type { ConnectionCtx } from './site-login-ctx.ts'

/**
 * Runs a login with credentials that are not stored. It counts as refused from its start until it ends otherwise, so that
 * concurrent attempts see each other. Throws `rate_limited` when the account, the site's user or the installation has
 * reached its limit.
 */
export async function countLoginAttempt<T>(
  ctx: ConnectionCtx,
  accountId: number,
  username: string,
  logIn: () => Promise<T>,
): Promise<T> {
  const { db } = ctx
  const id = await db.transaction().execute((tx) => addAttempt(tx, ctx, accountId, username))
  const uncount = () => db.deleteFrom('login_attempts').where('id', '=', id).execute()
  const result = await logIn().catch(async (error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'credentials_refused'
    if (!isRefused) await uncount()
    throw error
  })
  await uncount()
  return result
}

async function addAttempt(
  tx: Tx,
  { clock, marketplace, hashSiteUser }: ConnectionCtx,
  accountId: number,
  username: string,
): Promise<number> {
  const hashes = hashSiteUser(marketplace.id, username)
  const [newest] = hashes
  if (!newest) throw new Error('The user names of sites cannot be hashed without a session key')
  // Attempts are counted one after the other. The lock ends before the login begins.
  await sql`lock table login_attempts in share row exclusive mode`.execute(tx)
  const now = clock.now()
  await tx
    .deleteFrom('login_attempts')
    .where('at', '<=', new Date(now - LONGEST_WINDOW_MS))
    .execute()
  const rows = await tx.selectFrom('login_attempts').selectAll().execute()
  const attempts = rows.map(({ account_id, user_hash, at, is_proven }) => ({
    isProven: is_proven,
    accountId: account_id,
    user: user_hash.toString('hex'),
    at: at.getTime(),
  }))
  const standing = await standingOf(tx, accountId, now)
  const users = hashes.map((hash) => hash.toString('hex'))
  const wait = decideLoginAttempt(attempts, { accountId, users, ...standing }, now)
  if (wait) throw tooManyLogins(wait, marketplace.siteName)
  const { id } = await tx
    .insertInto('login_attempts')
    .values({ account_id: accountId, user_hash: newest, at: new Date(now), is_proven: standing.isProven })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const MONTH_MS = 30 * 86_400_000

/**
 * Whether the account has connected a login before, whether its address is verified, and how many accounts have connected in the
 * last month. `now` is epoch ms.
 */
async function standingOf(tx: Tx, accountId: number, now: number) {
  const { email_verified_at } = await accountById(tx, accountId)
  const connected = tx.selectFrom('vault_uses').select('id').where('account_id', '=', accountId)
  const first = await connected.where('purpose', '=', 'connect').where('outcome', '=', 'ok').limit(1).executeTakeFirst()
  const recently = await tx
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('connected'))
    .where('last_verified_at', '>', new Date(now - MONTH_MS))
    .executeTakeFirstOrThrow()
  return { isProven: first !== undefined, isVerified: email_verified_at !== null, connected: recently.connected }
}

function tooManyLogins({ of, waitMs }: LoginWait, siteName: string): AppError {
  const { loginPaused, loginsPaused } = messages.connection
  const wait = formatWait(waitMs)
  const message = of === 'installation' ? loginsPaused(wait) : loginPaused(siteName, wait)
  return new AppError('rate_limited', message, { retryAfterMs: waitMs })
}
