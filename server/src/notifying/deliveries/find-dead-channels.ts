import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { type ChannelName, SAID_QUIET_HOURS } from './delivery.ts'

/** What waits for less is tried again by itself. */
const DEAD_AFTER_MS = 60_000
/** So many of what waits are looked at, so that no backlog makes a look slow. */
const MOST = 10_000

/**
 * The channels in which something has waited for its next try for a minute, not for the end of quiet hours, and nothing was sent since
 * it was queued: a mail server that is down, or takes no mail from this installation. With when the oldest of what waits was
 * queued. Each webhook and each push service is the server of some users alone.
 */
export async function findDeadChannels(db: Db, now: number): Promise<{ channel: ChannelName; since: string }[]> {
  const { rows } = await sql<{ channel: ChannelName; since: Date }>`
    select channel, min(created_at) as since
      from unnest(array['email', 'sms']) as channels (channel),
           lateral (select created_at from deliveries d
                     where d.channel = channels.channel and ended_at is null and said <> ${SAID_QUIET_HOURS}
                       and created_at > coalesce((select max(ended_at) from deliveries sent
                                                   where sent.channel = channels.channel and outcome = 'sent'
                                                     and ended_at is not null and kind <> 'nothing'), '-infinity')
                     limit ${MOST}) waiting
     group by channel having min(created_at) < ${new Date(now - DEAD_AFTER_MS)}`.execute(db)
  return rows.map(({ channel, since }) => ({ channel, since: since.toISOString() }))
}
