import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Channel } from '../src/notifying/deliveries/delivery.ts'
import { type Sending, startDispatching } from '../src/notifying/deliveries/start-dispatching.ts'
import type { Clock } from '../src/platform/clock.ts'

type Deps = Omit<Sending, 'clock'> & { clock: Clock & { advanceBy?: (ms: number) => Promise<void> } }

/**
 * Sends what is due on a channel, and returns when nothing is. The clock stands while something is on its way: a test whose
 * other side says nothing moves it itself.
 */
export async function sendDue(ctx: Deps, channel: Channel): Promise<void> {
  await using dispatching = startDispatching(ctx, channel)
  for (;;) {
    const due = await ctx.db
      .selectFrom('deliveries')
      .select(sql<boolean>`coalesce(leased_until > clock_timestamp(), false)`.as('is_on_its_way'))
      .where('channel', '=', channel.name)
      .where('next_try_at', '<=', new Date(ctx.clock.now()))
      .execute()
    if (due.length === 0) return
    dispatching.wake()
    if (!due.some(({ is_on_its_way }) => is_on_its_way)) await ctx.clock.advanceBy?.(20)
    await delay(2)
  }
}
