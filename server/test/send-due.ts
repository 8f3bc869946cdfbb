import { setTimeout as delay } from 'node:timers/promises'
import type { Channel } from '../src/deliveries/delivery.ts'
import { type DispatchDeps, startDispatching } from '../src/deliveries/start-dispatching.ts'
import type { Clock } from '../src/platform/clock.ts'

type Deps = Omit<DispatchDeps, 'clock'> & { clock: Clock & { advanceBy?: (ms: number) => Promise<void> } }

/** Sends what is due on a channel, and returns when nothing is, or when only what is on its way is left. */
export async function sendDue(deps: Deps, channel: Channel): Promise<void> {
  await using dispatching = startDispatching(deps, channel)
  for (;;) {
    const due = await deps.db
      .selectFrom('deliveries')
      .select('id')
      .where('channel', '=', channel.name)
      .where('next_try_at', '<=', new Date(deps.clock.now()))
      .execute()
    if (due.length === 0) return
    dispatching.wake()
    await deps.clock.advanceBy?.(20)
    await delay(2)
  }
}
