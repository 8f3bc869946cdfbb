import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import { decideEntitlement } from '../../plans/decide-entitlement.ts'
import type { Plans } from '../../plans/load-plans.ts'
import { readStanding } from '../../plans/plan-queries.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { recordProductEvent } from '../../trails/record-product-event.ts'
import { addressOfCustomer } from '../accounts/account-queries.ts'

const DAY_MS = 86_400_000
/** How many days before the end the mails are. */
const REMINDERS = [1, 2] as const
const AT_ONCE = 100

/**
 * Mails the owners of trials two days and one day before the end and at the end, and records each end. Each mail is sent
 * once; of several that are due after a time without jobs, only the latest. Nothing is mailed to who has a paid plan. The
 * trial itself ends at its time, whether or not this runs.
 */
export async function followTrials({ db, clock, plans }: Ctx): Promise<void> {
  if (!plans) return
  for (;;) {
    const now = clock.now()
    const followed = await db.transaction().execute(async (tx) => {
      const due = await lockDueTrials(tx, now)
      for (const trial of due) await followTrial(tx, trial, { plans, now })
      return due.length
    })
    if (followed < AT_ONCE) return
  }
}

type DueTrial = Awaited<ReturnType<typeof lockDueTrials>>[number]

/** The trials for which something is to be done: another process skips them meanwhile. */
function lockDueTrials(tx: Tx, now: number) {
  return tx
    .selectFrom('trials')
    .select(['account_id', 'started_at', 'ends_at', 'reminded_days'])
    .where('expired_at', 'is', null)
    .where((trial) =>
      trial.or([
        trial('ends_at', '<=', new Date(now)),
        ...REMINDERS.map((days) =>
          trial.and([
            trial('ends_at', '<=', new Date(now + days * DAY_MS)),
            // A trial that is no longer than this needs no reminder at its start.
            sql<boolean>`ends_at - started_at > make_interval(days => ${days})`,
            trial.or([trial('reminded_days', 'is', null), trial('reminded_days', '>', days)]),
          ]),
        ),
      ]),
    )
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
}

async function followTrial(tx: Tx, trial: DueTrial, { plans, now }: { plans: Plans; now: number }) {
  const { account_id: accountId } = trial
  const endsAt = trial.ends_at.getTime()
  const isOver = endsAt <= now
  const daysLeft = endsAt - now > DAY_MS ? (2 as const) : (1 as const)
  const change = isOver ? { expired_at: new Date(now) } : { reminded_days: daysLeft }
  await tx.updateTable('trials').set(change).where('account_id', '=', accountId).execute()
  if (isOver) {
    await recordProductEvent(tx, 'trial_expired', accountId, now)
    await announceChange(tx, { what: 'plan', accountId })
  }

  const { status } = decideEntitlement(plans, await readStanding(tx, accountId), now)
  if (status === 'active' || status === 'past_due') return
  const about = { to: await addressOfCustomer(tx, accountId), accountId }
  const nextPlan = plans.free.name
  await (isOver
    ? tellOwner(tx, { ...about, kind: 'trial_ended', values: { nextPlan } }, now)
    : tellOwner(tx, { ...about, kind: 'trial_ending', values: { daysLeft, endsAt, nextPlan } }, now))
}
