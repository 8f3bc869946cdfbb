import type { api, ChannelName, Data, MessageState, Query, QueuedMessage } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { cutPage, decodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/database/tables.ts'

const PAGE_LENGTH = 25
/** Counting stops here. */
const MOST = 10_000
/** The wording of the index. `nothing` is queued so that the time of an answer does not tell whether somebody gets a mail. */
const HAS_ENDED = sql`d.ended_at is not null and d.kind <> 'nothing'`
const WAITS = sql`d.ended_at is null and d.kind <> 'nothing'`
/** What the overview counts. */
const IS_DUE = sql`(d.attempts > 0 or d.next_try_at <= now())`

/** Other sides repeat the telephone number or the address of a device. */
const SAID = sql`replace(d.said, d.recipient, '(recipient)')`

const OUTCOMES: Readonly<Record<Exclude<MessageState, 'waiting' | 'later'>, readonly string[]>> = {
  failed: ['refused', 'too_late', 'unconfirmed'],
  dropped: ['dropped'],
  sent: ['sent'],
}

/** Within one channel, and for messages that have ended of one outcome, an index has the rows in their order. */
type Order = { where: RawBuilder<unknown>; key: RawBuilder<unknown>; isDescending: boolean }

/**
 * A page of the messages in one state, without what is in them and without where they go. Throws `malformed` for a cursor that no
 * earlier page gave.
 */
export async function listMessages(
  { db }: { db: Db },
  { state = 'waiting', channel, kind, cursor }: Query<typeof api.listQueuedMessages>,
): Promise<Data<typeof api.listQueuedMessages>> {
  const channels = channel === undefined ? ['email', 'push', 'sms', 'webhook'] : [channel]
  const outcomes = state === 'waiting' || state === 'later' ? [null] : OUTCOMES[state]
  const { where, key, isDescending } = orderOf(state)
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const direction = isDescending ? sql`desc` : sql`asc`
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${key}, d.position) ${isDescending ? sql`<` : sql`>`} (${new Date(after.key)}, ${after.id})`
  const { rows } = await sql<Row>`
    select found.*, a.email
      from (select d.* from unnest(${channels}::text[]) as c (channel)
             cross join unnest(${outcomes}::text[]) as o (outcome)
             cross join lateral (
               select d.id, d.position, d.account_id, d.channel, d.kind, d.attempts,
                      ${SAID} as said, d.created_at, d.next_try_at,
                      d.give_up_at, d.ended_at, d.outcome, coalesce(d.leased_until > now(), false) as is_sending,
                      ${key} as key
                 from deliveries d
                where d.channel = c.channel and ${where} and ${isAfter}
                  and (${kind ?? null}::text is null or d.kind = ${kind ?? null})
                order by ${key} ${direction}, d.position ${direction} limit ${PAGE_LENGTH + 1}) d
             order by d.key ${direction}, d.position ${direction} limit ${PAGE_LENGTH + 1}) found
      left join accounts a on a.id = found.account_id
     order by found.key ${direction}, found.position ${direction}`.execute(db)
  const { page, nextCursor } = cutPage(rows, PAGE_LENGTH, ({ key: at, position }) => ({
    key: at.getTime(),
    id: position,
  }))
  return { messages: page.map(present), next_cursor: nextCursor, kinds: await countKinds(db) }
}

function orderOf(state: MessageState): Order {
  if (state === 'waiting') return { where: sql`${WAITS} and ${IS_DUE}`, key: sql`d.give_up_at`, isDescending: false }
  if (state === 'later') return { where: sql`${WAITS} and not ${IS_DUE}`, key: sql`d.give_up_at`, isDescending: false }
  return { where: sql`${HAS_ENDED} and d.outcome = o.outcome`, key: sql`d.ended_at`, isDescending: true }
}

type Row = {
  id: string
  position: number
  key: Date
  account_id: number | null
  email: string | null
  channel: ChannelName
  kind: string
  attempts: number
  said: string | null
  is_sending: boolean
  created_at: Date
  next_try_at: Date | null
  give_up_at: Date
  ended_at: Date | null
  outcome: QueuedMessage['outcome']
}

const present = (row: Row): QueuedMessage => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  account: row.account_id === null || row.email === null ? null : { id: row.account_id, email: row.email },
  attempts: row.attempts,
  said: row.said,
  is_sending: row.is_sending,
  queued_at: row.created_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  gives_up_at: row.give_up_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  outcome: row.outcome,
})

async function countKinds(db: Db) {
  const { rows } = await sql<{ channel: ChannelName; kind: string; count: number; tried: number }>`
    select channel, kind, count(*)::int as count, (count(*) filter (where attempts > 0))::int as tried
      from (select d.channel, d.kind, d.attempts from deliveries d where ${WAITS} limit ${MOST}) waiting
     group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
