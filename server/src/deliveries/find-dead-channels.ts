import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { type ChannelName, PutOff, QUIET_HOURS } from './delivery.ts'

/** What waits for less is tried again by itself. */
const DEAD_AFTER_MS = 60_000
/** So many of what waits are looked at, so that no backlog makes a look slow. */
const MOST = 10_000

/**
 * Since when a channel has put off all that it was given: a used-up quota of a mail server, for instance. Null unless two
 * recipients wait: one may be at fault itself. Each webhook is the server of one user.
 */
export const putOffSince = (channel: RawBuilder<unknown>) => sql<Date | null>`(
  select min(created_at)
    from (select created_at, recipient from deliveries
           where channel = ${channel} and channel <> 'webhook' and ended_at is null and attempts > 0
             and said <> ${String(new PutOff(QUIET_HOURS))}
             and created_at > coalesce((select max(ended_at) from deliveries
                                         where channel = ${channel} and outcome = 'sent' and ended_at is not null and kind <> 'nothing'),
                                       '-infinity')
           limit ${MOST}) put_off
  having count(distinct recipient) > 1)`

/**
 * The channels in which something has waited for a minute, or for `deadAfterMs`, since its first try, and nothing was sent meanwhile: a mail server that
 * is down, or takes no mail from this installation. One recipient that is put off is no such case, nor is a user's webhook. With
 * when the oldest of what waits was queued.
 */
export async function findDeadChannels(
  db: Db,
  now: number,
  deadAfterMs = DEAD_AFTER_MS,
): Promise<{ channel: ChannelName; since: string }[]> {
  const before = new Date(now - deadAfterMs)
  const { rows } = await sql<{ channel: ChannelName; since: Date }>`
    select channel, since
      from unnest(array['email', 'sms']) as channels (channel),
           lateral (select least(min(created_at), ${putOffSince(sql`channels.channel`)}) as since
                      from deliveries d
                     where d.channel = channels.channel and ended_at is null and blocked_by is not null
                       and not exists (select from deliveries sent
                                        where sent.channel = d.channel and sent.outcome = 'sent' and sent.ended_at > ${before})) waiting
     where since < ${before}`.execute(db)
  return rows.map(({ channel, since }) => ({ channel, since: since.toISOString() }))
}
