import { sql } from 'kysely'
import type { BidEvent } from '../src/bids/log/bid-event.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { BidRow, Db } from '../src/platform/database/tables.ts'
import type { SkippingClock } from './skipping-clock.ts'

const POLL_INTERVAL_MS = 20
const SKIP_MS = 250
const TIMEOUT_MS = 180_000

type EventDetail = BidEvent['detail']

/** Reads and awaits what engines write about bids and about themselves. */
export function readBids(db: Db, clock: SkippingClock) {
  /** Resolves with what `read` returns once that is not null; null after `forMs` of real time. */
  async function awaitAnswer<T>(read: () => Promise<T | null>, forMs = TIMEOUT_MS): Promise<T | null> {
    const deadline = systemClock.monotonic() + forMs
    for (;;) {
      const answer = await read()
      if (answer !== null || systemClock.monotonic() >= deadline) return answer
      await clock.pass(clock.isReal() ? POLL_INTERVAL_MS : SKIP_MS)
    }
  }

  const readBid = (bidId: number): Promise<BidRow> =>
    db.selectFrom('bids').selectAll().where('id', '=', bidId).executeTakeFirstOrThrow()

  async function eventsOf(bidId: number): Promise<EventDetail[]> {
    const rows = await db.selectFrom('bid_events').selectAll().where('bid_id', '=', bidId).orderBy('id').execute()
    // Details are validated when they are written.
    return rows.map(({ detail }) => detail as EventDetail)
  }

  return {
    readBid,
    eventsOf,
    awaitAnswer,

    /** Resolves once a bid fulfils a condition. Rejects with the bid's row after `timeoutMs`. */
    async until(bidId: number, condition: (bid: BidRow) => boolean, timeoutMs = TIMEOUT_MS): Promise<BidRow> {
      const read = async () => {
        const bid = await readBid(bidId).catch(() => null) // some stories stop the database
        return bid && condition(bid) ? bid : null
      }
      const bid = await awaitAnswer(read, timeoutMs)
      if (!bid) throw new Error(`The condition was not met in time: ${JSON.stringify(await readBid(bidId))}`)
      return bid
    },

    /** Resolves once the bid's log has an event of this kind. */
    async untilLogged(bidId: number, kind: EventDetail['kind']) {
      const read = async () => (await eventsOf(bidId)).find((event) => event.kind === kind) ?? null
      const event = await awaitAnswer(read)
      if (!event) throw new Error(`The log of bid ${bidId} has no event '${kind}'`)
    },

    /** The process id of the engine that holds a bid. */
    async holderPid(bidId: number): Promise<number> {
      const { pid } = await db
        .selectFrom('bids')
        .innerJoin('engines', 'engines.id', 'bids.engine_id')
        .select('engines.pid')
        .where('bids.id', '=', bidId)
        .executeTakeFirstOrThrow()
      return pid
    },

    async heartbeatOf(engineId: number | null): Promise<number> {
      const engine = await db
        .selectFrom('engines')
        .select('heartbeat')
        .where('id', '=', engineId)
        .executeTakeFirstOrThrow()
      return engine.heartbeat
    },

    /** Whether a program listens for changes, as each does once it has started. */
    async isListening(applicationName: string): Promise<boolean> {
      const { rows } = await sql`
        select from pg_stat_activity
         where starts_with(application_name, ${applicationName}) and datname = current_database() and query = 'listen "changes"'
      `.execute(db)
      return rows.length > 0
    },
  }
}
