import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import type { ChannelName } from './delivery.ts'

/** What waits for less is tried again by itself. */
const DEAD_AFTER_MS = 60_000

/**
 * The channels in which something has waited for a minute, or for `deadAfterMs`, since its first try, and nothing was sent meanwhile: a mail server that
 * is down, or takes no mail from this installation. A recipient that is put off is no such case, nor is one user's webhook. With
 * when the oldest of what waits was queued.
 */
export async function findDeadChannels(
  db: Db,
  now: number,
  deadAfterMs = DEAD_AFTER_MS,
): Promise<{ channel: ChannelName; since: string }[]> {
  const before = new Date(now - deadAfterMs)
  const { rows } = await sql<{ channel: ChannelName; since: Date }>`
    select channel, min(created_at) as since
      from deliveries d
     where ended_at is null and blocked_by is not null and created_at < ${before} and channel in ('email', 'sms')
       and not exists (select from deliveries sent
                        where sent.channel = d.channel and sent.outcome = 'sent' and sent.ended_at > ${before})
     group by channel`.execute(db)
  return rows.map(({ channel, since }) => ({ channel, since: since.toISOString() }))
}
