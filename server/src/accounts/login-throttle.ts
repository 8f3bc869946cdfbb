import { ACCOUNT, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

type Deps = { db: Db; clock: Clock }

/** Failures from one address within the window, over all e-mails, after which it has to wait. */
const FAILURES_PER_ADDRESS = 20

/**
 * Lets a login be tried, or throws `account_locked` or `rate_limited`. The try counts as a failure from the start, so
 * that a hundred at once get no more tries than four in a row; answers that failure's id. E-mails count as typed,
 * whether or not an account has them.
 *
 * An address from which the account's owner has signed in answers for its own failures only: a stranger who types
 * somebody's e-mail wrongly locks out strangers, not the owner at home.
 */
export async function admitLogin({ db, clock }: Deps, email: string, ipAddress: string): Promise<number> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login ${email}`}, 0))`.execute(tx)
    const known = await isKnownAddress(tx, email, ipAddress)
    const lockedForMs = lockLeftMs(await recentFailures(tx, email, known ? ipAddress : null, now), now)
    if (lockedForMs > 0) throw accountLocked(lockedForMs)
    if (!known && (await failuresFrom(tx, ipAddress, now)) >= FAILURES_PER_ADDRESS) {
      throw new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: ACCOUNT.lockWindowMs })
    }
    const failure = { email, ip_address: ipAddress, at: new Date(now) }
    const { id } = await tx.insertInto('login_failures').values(failure).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

/** How a failed try is answered: the fourth within the window locks, and says so at once. */
export async function loginFailure({ db, clock }: Deps, email: string, ipAddress: string): Promise<AppError> {
  const now = clock.now()
  const known = await isKnownAddress(db, email, ipAddress)
  const lockedForMs = lockLeftMs(await recentFailures(db, email, known ? ipAddress : null, now), now)
  return lockedForMs > 0 ? accountLocked(lockedForMs) : new AppError('login_failed', messages.login.wrong)
}

/** The right password clears the e-mail's record. */
export async function forgiveFailures(db: Db, email: string) {
  await db.deleteFrom('login_failures').where('email', '=', email).execute()
}

export async function undoFailure(db: Db, failureId: number) {
  await db.deleteFrom('login_failures').where('id', '=', failureId).execute()
}

const accountLocked = (retryAfterMs: number) =>
  new AppError('account_locked', messages.login.lockedToast, { retryAfterMs })

/** How long the lock still holds, given the latest failures, latest first. None are added while it holds. */
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
    .$if(ipAddress !== null, (query) => query.where('ip_address', '=', ipAddress))
    .orderBy('at', 'desc')
    .limit(ACCOUNT.failuresBeforeLock)
    .execute()
  return rows.map((row) => row.at.getTime())
}

async function failuresFrom(tx: Tx, ipAddress: string, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('login_failures')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('ip_address', '=', ipAddress)
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
    .where('sessions.ip_address', '=', ipAddress)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
