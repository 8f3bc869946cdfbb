import { BidOutcome } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import type { Tx } from '../platform/database/tables.ts'
import { classifyBid } from './classify-bid.ts'

/** An engine that was killed writes what it knows as soon as it runs again: mostly within this time. */
const MEASURED_AFTER_MS = 60_000
const BATCH = 500

type Fact = {
  bidId: number
  marketplace: string
  dueAt: Date
  outcome: string
  leadSeconds: number
  isPlaced: boolean
  isCorrected: boolean
  isPausedByOperator: boolean
  /** Of the last sending, epoch ms on the site's clock; null without one. `roundTripMs` may be unknown. */
  sentAt: Date | null
  endsAt: number | null
  roundTripMs: number | null
}

/**
 * Writes into `measured_bids` how each bid was served that has ended a minute ago, or whose result was corrected. Returns how
 * many it has written. A process that dies leaves the rest to the next one.
 */
export async function measureBids({ db, clock }: Ctx, signal?: AbortSignal): Promise<number> {
  let written = 0
  for (;;) {
    signal?.throwIfAborted()
    const before = new Date(clock.now() - MEASURED_AFTER_MS)
    const batch = await db.transaction().execute((tx) => measureBatch(tx, before))
    written += batch
    if (batch < BATCH) return written
  }
}

async function measureBatch(tx: Tx, before: Date): Promise<number> {
  const facts = await lockUnmeasured(tx, before)
  if (facts.length === 0) return 0
  const rows = facts.map((fact) => {
    const outcome = BidOutcome.parse(fact.outcome)
    return {
      bid_id: fact.bidId,
      marketplace: fact.marketplace,
      due_at: fact.dueAt,
      class: classifyBid({ ...fact, outcome }),
      sent: fact.sentAt !== null || fact.isPlaced,
      won: outcome === 'won',
      corrected: fact.isCorrected,
      ...timesOf(fact),
    }
  })
  await tx
    .insertInto('measured_bids')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('bid_id').doUpdateSet((bid) => ({
        class: bid.ref('excluded.class'),
        sent: bid.ref('excluded.sent'),
        won: bid.ref('excluded.won'),
        corrected: bid.ref('excluded.corrected'),
        lead_ms: bid.ref('excluded.lead_ms'),
        late_ms: bid.ref('excluded.late_ms'),
      })),
    )
    .execute()
  const ids = facts.map(({ bidId }) => bidId)
  await alarmOfGroups(tx, ids)
  await tx
    .updateTable('bids')
    .set({ measured: true })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return facts.length
}

/** What the whole of a group rests on did not hold for the groups of these bids. */
async function alarmOfGroups(tx: Tx, bidIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select g.id from bid_groups g
     where g.id in (select group_id from bids where id = any(${bidIds}::bigint[]))
       and (select count(*) from bids w where w.group_id = g.id and w.status = 'won') > g.most_wins + g.extra_wins
     order by g.id`.execute(tx)
  for (const { id } of rows) await raiseAlarm(tx, { kind: 'group_won_too_many', subject: `group ${id}` })
}

/** When the last sending arrived: half a round trip after it left, if a round trip was measured. */
function timesOf({ sentAt, endsAt, roundTripMs, leadSeconds }: Fact) {
  if (sentAt === null || endsAt === null) return { lead_ms: null, late_ms: null }
  const leadMs = Math.round(endsAt - sentAt.getTime() - (roundTripMs ?? 0) / 2)
  return { lead_ms: leadMs, late_ms: leadSeconds * 1_000 - leadMs }
}

/** Whether the last pause or resumption of bid `b` by the owner, or the operator, that its log has is a pause. */
const isPausedBy = (who: 'owner' | 'operator') => sql<boolean>`coalesce((
  select e.kind = 'paused' from bid_events e
   where e.bid_id = b.id and e.kind in ('paused', 'resumed') and e.detail ->> 'by' = ${who}
   order by e.at desc, e.id desc limit 1), false)`

async function lockUnmeasured(tx: Tx, before: Date): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    select b.id as "bidId", l.marketplace, b.fire_at as "dueAt", b.outcome, b.seconds_before_end as "leadSeconds",
           b.executed_at is not null as "isPlaced",
           -- With exists, the planner may read all events of all bids for it.
           coalesce((select true from bid_events e where e.bid_id = b.id and e.kind = 'corrected' limit 1), false) as "isCorrected",
           b.outcome = 'paused' and ${isPausedBy('operator')} and not ${isPausedBy('owner')} as "isPausedByOperator",
           shot.at as "sentAt", (shot.detail ->> 'endsAt')::float8 as "endsAt",
           (shot.detail ->> 'roundTripMs')::float8 as "roundTripMs"
      from bids b join listings l on l.id = b.listing_id
           -- The last sending that left: writing to a dead connection is none.
           left join lateral (
             select s.at, s.detail from bid_events s
              where s.bid_id = b.id and s.kind = 'sent'
                and not exists (select from bid_events a
                                 where a.bid_id = b.id and a.kind = 'answered' and a.fence is not distinct from s.fence
                                   and a.detail -> 'attempt' = s.detail -> 'attempt'
                                   and a.detail ->> 'answer' = 'not_sent')
              order by s.at desc, s.id desc limit 1) shot on true
     where b.settled_at <= ${before} and not b.measured and b.outcome is not null
     order by b.settled_at limit ${BATCH}
       for no key update of b skip locked`.execute(tx)
  return rows
}
