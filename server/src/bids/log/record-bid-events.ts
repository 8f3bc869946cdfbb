import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import type { BidEvent } from './bid-event.ts'

/**
 * Adds events to the log. Events whose key is in the log already are ignored, so a journal can be replayed. An event of a
 * bid that was deleted with its account is added without its texts, under the pseudonym of the bid's earlier events; an
 * event of a bid that the database does not know is ignored.
 */
export async function recordBidEvents(db: Db, events: readonly BidEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event, place) => ({
    place,
    key: event.key,
    bid_id: event.bidId,
    kind: event.detail.kind,
    at: new Date(event.at).toISOString(),
    uncertainty_ms: event.uncertaintyMs,
    engine_id: event.engineId,
    fence: event.fence,
    detail: event.detail,
  }))
  await sql`
    insert into bid_events (key, bid_id, kind, at, uncertainty_ms, engine_id, fence, detail)
    select e.key, e.bid_id, e.kind, e.at, e.uncertainty_ms, e.engine_id, e.fence, e.detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as e (key uuid, bid_id bigint, kind text, at timestamptz, uncertainty_ms float8, engine_id bigint,
                   fence bigint, detail jsonb, place bigint)
     where exists (select from bids b where b.id = e.bid_id)
        or exists (select from bid_events l where l.bid_id = e.bid_id and l.account_pseudonym is not null)
     order by e.place
        on conflict (key) do nothing`.execute(db)
}
