import { fanOut } from '../alerts/fan-out.ts'
import { reasonToDrop } from '../alerts/reason-to-drop.ts'
import { stopDestination } from '../alerts/stop-destination.ts'
import type { Channel } from '../notifying/deliveries/delivery.ts'
import { type Sending, startDispatching } from '../notifying/deliveries/start-dispatching.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import { every } from '../platform/every.ts'
import type { JobsCtx, OnError } from './jobs-ctx.ts'

const LOOK_EVERY_MS = 1_000
const LEAST_BETWEEN_LOOKS_MS = 50

/**
 * Decides which notifications leave the browser, and sends what waits for each channel, both as it comes, until disposed. A
 * channel that hangs delays no other.
 */
export async function startSending(
  ctx: JobsCtx,
  channels: readonly Channel[],
  onError: OnError,
): Promise<AsyncDisposable> {
  const { clock, database, log } = ctx
  await using parts = new AsyncDisposableStack()
  const sending: Sending = {
    ...ctx,
    reasonToDrop: (delivery) => reasonToDrop(ctx, delivery),
    stopDestination: (delivery, because) => stopDestination(ctx, delivery, because),
  }
  const dispatching = channels.map((channel) => parts.use(startDispatching(sending, channel)))
  const deciding = parts.use(
    every(clock, LOOK_EVERY_MS, (signal) => fanOut(ctx, signal), { onError, minIntervalMs: LEAST_BETWEEN_LOOKS_MS }),
  )
  const wakeAll = () => [deciding, ...dispatching].forEach((each) => each.wake())
  const onChange = ({ what }: { what: string }) => {
    if (what === 'delivery') dispatching.forEach((each) => each.wake())
    if (what === 'notification') deciding.wake()
  }
  parts.use(await followChanges(database, onChange, { onReconnect: wakeAll, log }))
  return parts.move()
}
