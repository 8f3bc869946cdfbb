import { ACCOUNT, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/network-of.ts'

type Deps = { db: Db; clock: Clock }

/** The failures from one IP address (see `networkOf`), over all e-mails, after which it is refused until the window ends. */
const MAX_FAILURES_PER_ADDRESS = 20

/**
 * Admits a login attempt, or throws `account_locked` or `rate_limited`. The attempt counts as a failure at once, so that
 * concurrent attempts are limited like sequential ones; returns the failure's id. E-mails without an account count too.
 *
 * For an IP address from which the account's owner has signed in before, only the failures from that address count: the
 * wrong passwords of a stranger do not lock out the owner.
 */
export async function admitLogin({ db, clock }: Deps, email: string, ipAddress: string): Promise<number> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login ${email}`}, 0))`.execute(tx)
    const known = await isKnownAddress(tx, email, ipAddress)
    const lockedForMs = lockLeftMs(await recentFailures(tx, email, known ? ipAddress : null, now), now)
    if (lockedForMs > 0) throw accountLocked(lockedForMs)
    if (!known && (await failuresFrom(tx, ipAddress, now)) >= MAX_FAILURES_PER_ADDRESS) {
      throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: ACCOUNT.lockWindowMs })
    }
    const failure = { email, ip_address: ipAddress, at: new Date(now) }
    const { id } = await tx.insertInto('login_failures').values(failure).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

/** The error for a failed attempt. The fourth failure within the window locks the account, and its error says so. */
export async function loginFailure({ db, clock }: Deps, email: string, ipAddress: string): Promise<AppError> {
  const now = clock.now()
  const known = await isKnownAddress(db, email, ipAddress)
  const lockedForMs = lockLeftMs(await recentFailures(db, email, known ? ipAddress : null, now), now)
  return lockedForMs > 0 ? accountLocked(lockedForMs) : new AppError('login_failed', messages.login.wrongCredentials)
}

/** Whether the address in a column counts as the same caller as `ipAddress`. */
const isWithin = (column: 'ip_address' | 'sessions.ip_address', ipAddress: string | null) =>
  sql<boolean>`${sql.ref(column)} <<= ${ipAddress && networkOf(ipAddress)}::inet`

/** Deletes the failures of an e-mail, after the right password. */
export async function clearFailures(db: Db, email: string) {
  await db.deleteFrom('login_failures').where('email', '=', email).execute()
}

/** Deletes one failure, when the password could not be compared. */
export async function undoFailure(db: Db, failureId: number) {
  await db.deleteFrom('login_failures').where('id', '=', failureId).execute()
}

const accountLocked = (retryAfterMs: number) =>
  new AppError('account_locked', messages.login.lockedToast, { retryAfterMs })

/** How much longer the lock lasts; `failures` are epoch ms, latest first. No failures are added during the lock. */
function lockLeftMs(failures: readonly number[], now: number): number {
  const last = failures[0]
  const first = failures[ACCOUNT.failuresBeforeLock - 1]
  if (last === undefined || first === undefined || last - first > ACCOUNT.lockWindowMs) return 0
  return Math.max(0, last + ACCOUNT.lockMs - now)
}

async function recentFailures(db: Db, email: string, ipAddress: string | null, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('login_failures')
    .select('at')
    .where('email', '=', email)
    .where('at', '>', new Date(now - ACCOUNT.lockMs - ACCOUNT.lockWindowMs))
    .$if(ipAddress !== null, (query) => query.where(isWithin('ip_address', ipAddress)))
    .orderBy('at', 'desc')
    .limit(ACCOUNT.failuresBeforeLock)
    .execute()
  return rows.map((row) => row.at.getTime())
}

async function failuresFrom(tx: Tx, ipAddress: string, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('login_failures')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where(isWithin('ip_address', ipAddress))
    .where('at', '>', new Date(now - ACCOUNT.lockWindowMs))
    .executeTakeFirstOrThrow()
  return count
}

async function isKnownAddress(db: Db, email: string, ipAddress: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('accounts.email', '=', email)
    .where(isWithin('sessions.ip_address', ipAddress))
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
