import { MAIL_LINK, messages, SOLD } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf, wideNetworkOf } from '../../platform/network-of.ts'

/** A number of attempts. When all are used up, they come back evenly within the period. */
export type Budget = { name: string; capacity: number; /** Six hours unless it says otherwise. */ periodMs?: number }
/** `retryAfterMs`: until the budget has room for one attempt. */
export type SpentBudget = { name: string; retryAfterMs: number }

const HOUR_MS = 3_600_000
const PERIOD_MS = 6 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
const OF_NETWORK = 20
/** Of an IPv4 network of 256 addresses, or an IPv6 site: its owner must not use up the budget of the installation. */
const OF_WIDE_NETWORK = 60
const OF_INSTALLATION = 200
/** Of one account, for what it changes about itself. */
const OF_ACCOUNT = 100
/** Of one account, for what it asks of the payment service: more than anybody needs who is not a program. */
const OF_PAYMENTS = 200
/** Of one account, for payment pages: each stays at the payment service. */
const OF_CHECKOUTS = 20
/** Of one account, for what its programs do: each deed stands in the security log. */
const OF_PROGRAMS = 1_000
/** Of one account, for auctions at the practice site: each stays there until it has closed. */
const OF_PRACTICE = 30
/** Of one account, for files to import: a refused one takes the database as long as one that is taken. */
const OF_IMPORTS = 30
export const ALL_SIGN_INS = 'logins'

/**
 * What a failed sign-in from an address uses up. The order is that of the locks in the database. Networks from which somebody
 * has signed in have room of their own in the installation.
 */
export const signInBudgets = (ipAddress: string, isKnownNetwork: boolean): Budget[] => [
  ...networkBudgets('logins', ipAddress),
  { name: isKnownNetwork ? 'logins from known networks' : ALL_SIGN_INS, capacity: OF_INSTALLATION },
]

/** What a wrong passkey or recovery code uses up, and a Google account that may not sign in. */
export const refusalBudgets = (ipAddress: string): Budget[] => networkBudgets('refusals', ipAddress)

/** What a wrong code of a mail uses up. */
export const codeBudgets = (ipAddress: string, accountId: number): Budget[] => [
  ...networkBudgets('codes', ipAddress),
  { name: `codes of ${accountId}`, capacity: OF_NETWORK },
]

/** What each call uses up that adds to the security log of the caller's account. */
export const changeBudget = (accountId: number): Budget => ({ name: `changes ${accountId}`, capacity: OF_ACCOUNT })

/** What each call uses up that makes the caller's account safer. A thief in another network cannot use it up. */
export const safetyBudget = (
  endpoint: string,
  { accountId, ipAddress }: { accountId: number; ipAddress: string },
): Budget => ({ name: `${endpoint} ${accountId} ${networkOf(ipAddress)}`, capacity: OF_ACCOUNT })

/** What each call uses up that goes to the payment service. */
export const paymentBudget = (accountId: number): Budget => ({ name: `payments ${accountId}`, capacity: OF_PAYMENTS })

/** What opening a payment page uses up. */
export const checkoutBudget = (accountId: number): Budget => ({
  name: `checkouts ${accountId}`,
  capacity: OF_CHECKOUTS,
})

/** What listing an auction at the practice site uses up. */
export const practiceBudget = (accountId: number): Budget => ({
  name: `practice auctions ${accountId}`,
  capacity: OF_PRACTICE,
})

/** What a file to import uses up. */
export const importBudget = (accountId: number): Budget => ({ name: `imports ${accountId}`, capacity: OF_IMPORTS })

/** What reading at the site uses up for what sold. */
export const soldBudget = (accountId: number): Budget => ({
  name: `sold ${accountId}`,
  capacity: SOLD.perDay,
  periodMs: DAY_MS,
})

/** What each deed of a program uses up, by a token of its owner. */
export const deedBudget = (accountId: number): Budget => ({ name: `deeds ${accountId}`, capacity: OF_PROGRAMS })

/** What learning that an e-mail has an account uses up. */
export const registrationBudgets = (ipAddress: string): Budget[] => networkBudgets('registrations', ipAddress)

/** What a message to the operator uses up. */
export const messageBudgets = (ipAddress: string, accountId: number | null): Budget[] => [
  ...networkBudgets('messages', ipAddress, { ofNetwork: 5, ofWideNetwork: 15 }),
  ...(accountId === null ? [] : [{ name: `messages of ${accountId}`, capacity: 5 }]),
  { name: 'messages', capacity: 100 },
]

/** What asking for a link to an address uses up of the address. */
export const linkBudget = (purpose: string, email: string): Budget => ({
  name: `${purpose} ${email}`,
  capacity: MAIL_LINK.atOnce,
  periodMs: HOUR_MS,
})

/** What asking for links uses up of the network, and each mail to an address that nobody has proven. */
export const linkNetworkBudgets = (ipAddress: string): Budget[] =>
  networkBudgets('links', ipAddress, { ofNetwork: 30, ofWideNetwork: 90, periodMs: HOUR_MS })

const networkBudgets = (
  purpose: string,
  ipAddress: string,
  { ofNetwork = OF_NETWORK, ofWideNetwork = OF_WIDE_NETWORK, periodMs = PERIOD_MS } = {},
): Budget[] => [
  { name: `${purpose} ${networkOf(ipAddress)}`, capacity: ofNetwork, periodMs },
  { name: `${purpose} ${wideNetworkOf(ipAddress)}`, capacity: ofWideNetwork, periodMs },
]

/**
 * Takes one attempt from each budget. Returns a budget that was used up already, or null; the caller then rolls the
 * transaction back, so that refused attempts use nothing up. `now` is epoch ms.
 */
export async function takeFrom(db: Db, budgets: readonly Budget[], now: number): Promise<SpentBudget | null> {
  return worstOf(await charge(db, budgets, 1, now))
}

/** Of the budgets that are used beyond their capacity, the one that recovers last. */
function worstOf(budgets: readonly (Budget & { used: number })[]): SpentBudget | null {
  const spent = budgets
    .filter(({ used, capacity }) => used > capacity)
    .map((budget) => ({
      name: budget.name,
      retryAfterMs: ((budget.used - budget.capacity) / budget.capacity) * periodOf(budget),
    }))
  return spent.toSorted((a, b) => b.retryAfterMs - a.retryAfterMs)[0] ?? null
}

const periodOf = ({ periodMs = PERIOD_MS }: Budget) => periodMs

/** A budget that has no room for an attempt, or null, without taking anything: a cheap answer to most of an attack. */
export async function findSpent(db: Db, budgets: readonly Budget[], now: number): Promise<SpentBudget | null> {
  const rows = await db
    .selectFrom('attempt_budgets')
    .select(['name', 'used', 'updated_at'])
    .where(
      'name',
      'in',
      budgets.map(({ name }) => name),
    )
    .execute()
  return worstOf(
    budgets.map((budget) => {
      const row = rows.find(({ name }) => name === budget.name)
      const elapsedMs = Math.max(0, now - (row?.updated_at.getTime() ?? now))
      const drained = (budget.capacity * elapsedMs) / periodOf(budget)
      return { ...budget, used: Math.max(0, (row?.used ?? 0) - drained) + 1 }
    }),
  )
}

/** Takes one attempt from each budget, or throws `rate_limited`. */
export async function spend(db: Db, budgets: readonly Budget[], now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const spent = await takeFrom(tx, budgets, now)
    if (spent) throw overBudget(spent)
  })
}

export const overBudget = ({ retryAfterMs }: SpentBudget, message = messages.generic.tooManyRequests) =>
  new AppError('rate_limited', message, { retryAfterMs })

/** Gives back what `takeFrom` or `spend` took, because the attempt was no failure. */
export async function giveBack(db: Db, budgets: readonly Budget[], now: number): Promise<void> {
  await charge(db, budgets, -1, now)
}

/** Makes whole budgets available again, but for those that an attempt is just using: that attempt may wait for the caller. */
export async function refill(tx: Tx, budgets: readonly Budget[]): Promise<void> {
  await sql`
    update attempt_budgets set used = 0
     where name in (select name from attempt_budgets where name = any(${budgets.map(({ name }) => name)}::text[])
                       for update skip locked)`.execute(tx)
}

async function charge(db: Db, budgets: readonly Budget[], attempts: number, now: number) {
  const { rows } = await sql<{ name: string; used: number }>`
    with budgets as (
      select * from unnest(${budgets.map(({ name }) => name)}::text[], ${budgets.map(({ capacity }) => capacity)}::int[],
                           ${budgets.map(periodOf)}::float8[]) with ordinality as budgets (name, capacity, period_ms, place)
    )
    insert into attempt_budgets as b (name, capacity, used, updated_at)
    select name, capacity, greatest(0, ${attempts}::int), ${new Date(now)}::timestamptz from budgets order by place
        on conflict (name) do update set
           capacity = excluded.capacity,
           used = greatest(0, ${attempts}::int + greatest(0, b.used - excluded.capacity
                    * greatest(0, extract(epoch from excluded.updated_at - b.updated_at)::float8) * 1000
                    / (select period_ms from budgets where budgets.name = excluded.name))),
           updated_at = excluded.updated_at
    returning name, used`.execute(db)
  return budgets.map((budget) => ({ ...budget, used: rows.find(({ name }) => name === budget.name)?.used ?? 0 }))
}
