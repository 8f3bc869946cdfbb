import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { queueDelivery } from '../notifying/deliveries/queue-delivery.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { AlertContent } from './compose-alert.ts'
import { decideAlert, type Decision } from './decide-alert.ts'
import { type Due, readOccasions } from './read-occasions.ts'

/** Accounts whose notifications are decided on at a time. */
const AT_ONCE = 4
const ACCOUNTS = 100
/** What could not be decided is decided again so much later: until then, other accounts are first. */
const AGAIN_AFTER_MS = 60_000

/** A place of the account, as a delivery names it. */
type Place = { id: number; channel: 'email' | 'push' | 'sms' | 'webhook'; address: string }

/**
 * Decides about the notifications that are due, and queues the deliveries that tell them. Each account has a transaction of its
 * own, and one process at a time; one that fails holds up no other. Rejects with the signal's reason when aborted.
 */
export async function fanOut(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const { rows } = await sql<{ account_id: number }>`
      select account_id from notifications where alert_due_at <= ${new Date(now)}
       group by account_id order by min(alert_due_at) limit ${ACCOUNTS}`.execute(ctx.db)
    if (rows.length === 0) return
    let done = 0
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const some = rows.slice(from, from + AT_ONCE)
      const counts = await Promise.all(some.map(({ account_id }) => fanOutAccount(ctx, account_id, now)))
      done += counts.filter((isDone) => isDone).length
    }
    // Another process has the others.
    if (done < rows.length) return
  }
}

async function fanOutAccount(ctx: Ctx, accountId: number, now: number): Promise<boolean> {
  try {
    return await decideDue(ctx, accountId, now)
  } catch (error) {
    ctx.log.error({ accountId, err: error }, 'the alerts of an account could not be decided')
    await ctx.db
      .updateTable('notifications')
      .set({ alert_due_at: new Date(now + AGAIN_AFTER_MS) })
      .where('account_id', '=', accountId)
      .where('alert_due_at', '<=', new Date(now))
      .execute()
    return true
  }
}

async function decideDue(ctx: Ctx, accountId: number, now: number): Promise<boolean> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('alerts'), ${accountId}::int) as locked`.execute(tx)
    if (!rows[0]?.locked) return false
    const decided = (await readOccasions({ ...ctx, db: tx }, accountId, { which: 'due', now })).map((due) => ({
      due,
      decision: decideAlert(due.occasion, now),
    }))
    await queueAlerts(tx, accountId, decided, now)
    for (const { due, decision } of decided) await plan(tx, due.id, decision)
    return true
  })
}

type Decided = { due: Due; decision: Decision }

async function queueAlerts(tx: Tx, accountId: number, decided: readonly Decided[], now: number) {
  const places = await tx
    .selectFrom('destinations')
    .select(['id', 'channel', 'address'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { due, decision } of decided) {
    const isTo = ({ id }: Place) => decision.do === 'send' && decision.destinations.includes(id)
    for (const place of places.filter(isTo)) await queueAlert(tx, { accountId, place, due, now })
    await logUnsent(tx, accountId, { due, decision }, { places, now })
  }
}

async function queueAlert(
  tx: Tx,
  { accountId, place, due, now }: { accountId: number; place: Place; due: Due; now: number },
) {
  const { deadline, hasDeadline } = due.occasion
  await queueDelivery(tx, {
    channel: place.channel,
    recipient: place.address,
    kind: 'alert',
    content: { hasDeadline } satisfies AlertContent,
    accountId,
    notificationId: due.id,
    destinationId: place.id,
    now,
    giveUpAt: deadline,
  })
}

/** Before an alert was sent at all, its user can read why it was not. */
async function logUnsent(
  tx: Tx,
  accountId: number,
  { due, decision }: Decided,
  { places, now }: { places: Place[]; now: number },
) {
  const { wanted, destinations, lastSentAt } = due.occasion
  if (decision.do !== 'end' || lastSentAt !== null) return
  const ids = destinations.filter(({ channel }) => wanted.includes(channel)).map(({ id }) => id)
  for (const place of places.filter(({ id }) => ids.includes(id))) {
    const at = new Date(now)
    await tx
      .insertInto('deliveries')
      .values({
        id: crypto.randomUUID(),
        channel: place.channel,
        recipient: place.address,
        kind: 'alert',
        account_id: accountId,
        notification_id: due.id,
        destination_id: place.id,
        give_up_at: at,
        ended_at: at,
        outcome: 'dropped',
        said: decision.because,
        created_at: at,
      })
      .execute()
  }
}

async function plan(tx: Tx, id: number, decision: Decision) {
  const dueAt = decision.do === 'hold' ? decision.until : decision.do === 'send' ? decision.next : null
  await tx
    .updateTable('notifications')
    .set({ alert_due_at: dueAt === null ? null : new Date(dueAt) })
    .where('id', '=', id)
    .execute()
}
