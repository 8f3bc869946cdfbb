import { messages } from '@bidwell/contract'
import type { Selectable } from 'kysely'
import pLimit from 'p-limit'
import type { Ctx } from '../../context/ctx.ts'
import type { Visitor } from '../../http/route.ts'
import { raiseAlarm } from '../../platform/alarms.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import {
  ALL_SIGN_INS,
  type Budget,
  findSpent,
  giveBack,
  signInBudgets,
  overBudget,
  takeFrom,
} from './attempt-budgets.ts'
import { knownCallerOf } from './known-callers.ts'
import { addFailure, type Lock, lockLeftMs, NO_LOCK, removeFailure } from './lock.ts'

/** An admitted attempt. It counts as a failure until it has succeeded or is withdrawn. */
export type Attempt = {
  emailHash: Buffer
  /** The known browser or network, or 'strangers'. */
  caller: string
  /** Epoch ms. */
  at: number
  budgets: readonly Budget[]
  /** How long the account is locked for this caller if the attempt fails; 0 when it is not. */
  lockMs: number
}

export type SignInGuard = {
  /**
   * Admits an attempt to prove a password, or throws `account_locked` or `rate_limited`. The attempt counts as a failure
   * at once, so that concurrent attempts are limited like sequential ones. E-mails without an account count too.
   */
  admit(email: string, visitor: Visitor): Promise<Attempt>
  /** Removes the failures of the attempt's caller: the password was right. */
  succeed(attempt: Attempt): Promise<void>
  /** Takes the attempt back: the password could not be compared. */
  withdraw(attempt: Attempt): Promise<void>
  /** Ends every lock of the account with this e-mail, because its password was reset. */
  lift(tx: Tx, email: string): Promise<void>
  /** The keyed hash of an e-mail, which stands for it in the security log. */
  hashEmail: (normalizedEmail: string) => Buffer
}

const STRANGERS = 'strangers'
/** All sign-ins change the row of one budget. Those that wait for it must not hold every connection of the process. */
const MAX_TRANSACTIONS = 4

/**
 * Limits the guessing of passwords. Each browser that the owner has used, and each network that any user has used, has a
 * lock of its own, and all other callers share one. All but known browsers also use up budgets: of their network, of its
 * surroundings and of the whole installation. See decision 21.
 */
export function createSignInGuard(ctx: Ctx & Pick<IdentityCtx, 'hashEmail'>): SignInGuard {
  const { db, clock, log, hashEmail } = ctx
  const raiseLimited = limitedAlarm(ctx)
  const limit = pLimit(MAX_TRANSACTIONS)
  const inTurn = <T>(work: (tx: Tx) => Promise<T>) => limit(() => db.transaction().execute(work))

  async function admit(email: string, visitor: Visitor): Promise<Attempt> {
    const emailHash = hashEmail(email)
    const known = await knownCallerOf(db, email, visitor)
    const budgets = known?.kind === 'browser' ? [] : signInBudgets(visitor.ipAddress, known !== null)
    const at = clock.now()
    try {
      const spent = budgets.length > 0 ? await findSpent(db, budgets, at) : null
      if (spent) throw new Refusal(overBudget(spent), spent.name)
      return await inTurn((tx) =>
        admitIn(tx, { emailHash, caller: known?.caller ?? STRANGERS, at, budgets, lockMs: 0 }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { failure, budget } = error
      const { ipAddress: address, requestId } = visitor
      const refused = { actor: emailHash.toString('hex'), address, requestId, because: budget ?? 'locked' }
      log.info(refused, 'a login was refused')
      if (budget === ALL_SIGN_INS) await raiseLimited()
      throw failure
    }
  }

  return {
    admit,
    hashEmail,

    succeed: ({ emailHash, caller, budgets }) =>
      inTurn(async (tx) => {
        await tx.deleteFrom('login_locks').where('email_hash', '=', emailHash).where('caller', '=', caller).execute()
        if (budgets.length > 0) await giveBack(tx, budgets, clock.now())
      }),

    withdraw: ({ emailHash, caller, at, budgets }) =>
      inTurn(async (tx) => {
        const lock = await lockRow(tx, emailHash, caller, clock.now())
        await saveLock(tx, emailHash, caller, removeFailure(lock, at))
        if (budgets.length > 0) await giveBack(tx, budgets, clock.now())
      }),

    async lift(tx, email) {
      await tx.deleteFrom('login_locks').where('email_hash', '=', hashEmail(email)).execute()
    },
  }
}

/** Thrown to roll a transaction back. `budget` is the name of the budget that is used up; null for a lock. */
class Refusal extends Error {
  readonly failure: AppError
  readonly budget: string | null

  constructor(failure: AppError, budget: string | null) {
    super(failure.message)
    this.failure = failure
    this.budget = budget
  }
}

async function admitIn(tx: Tx, attempt: Attempt): Promise<Attempt> {
  const { emailHash, caller, at, budgets } = attempt
  const lock = await lockRow(tx, emailHash, caller, at)
  const lockedForMs = lockLeftMs(lock, at)
  if (lockedForMs > 0) throw new Refusal(accountLocked(lockedForMs), null)
  const after = addFailure(lock, at)
  await saveLock(tx, emailHash, caller, after)
  // Last, because other sign-ins wait for these rows until the transaction ends.
  const spent = budgets.length > 0 ? await takeFrom(tx, budgets, at) : null
  if (spent) throw new Refusal(overBudget(spent), spent.name)
  return { ...attempt, lockMs: lockLeftMs(after, at) }
}

export const accountLocked = (retryAfterMs: number) =>
  new AppError('account_locked', messages.signIn.lockedToast(retryAfterMs), { retryAfterMs })

/** The lock of a caller. Other attempts of that caller wait until the transaction ends. */
async function lockRow(tx: Tx, emailHash: Buffer, caller: string, now: number): Promise<Lock> {
  const row = await tx
    .insertInto('login_locks')
    .values({ email_hash: emailHash, caller, updated_at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['email_hash', 'caller']).doUpdateSet({ updated_at: new Date(now) }))
    .returningAll()
    .executeTakeFirst()
  return row ? lockOf(row) : NO_LOCK
}

const lockOf = ({ failed_at, locks, locked_until }: Selectable<Tables['login_locks']>): Lock => ({
  failedAt: failed_at.map((at) => at.getTime()),
  locks,
  lockedUntil: locked_until?.getTime() ?? null,
})

async function saveLock(tx: Tx, emailHash: Buffer, caller: string, { failedAt, locks, lockedUntil }: Lock) {
  await tx
    .updateTable('login_locks')
    .set({
      failed_at: failedAt.map((at) => new Date(at)),
      locks,
      locked_until: lockedUntil === null ? null : new Date(lockedUntil),
    })
    .where('email_hash', '=', emailHash)
    .where('caller', '=', caller)
    .execute()
}

/** Tells the operator, once a day, that failed sign-ins have used up the budget of the installation. */
function limitedAlarm({ db, clock, log }: Ctx) {
  let raisedOn = ''
  return async () => {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    if (day === raisedOn) return
    raisedOn = day
    log.error({ day }, 'too many failed logins: browsers and networks without an earlier login are refused')
    await raiseAlarm(db, { kind: 'logins_limited', subject: day })
  }
}
