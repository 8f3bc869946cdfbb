import { fanOut } from '../alerts/fan-out.ts'
import { reasonToDrop } from '../alerts/reason-to-drop.ts'
import { stopDestination } from '../alerts/stop-destination.ts'
import type { Channel } from '../notifying/deliveries/delivery.ts'
import { type DispatchDeps, startDispatching } from '../notifying/deliveries/start-dispatching.ts'
import type { PlanDeps } from '../plans/read-entitlement.ts'
import { followChanges } from '../platform/changes/follow-changes.ts'
import type { Database } from '../platform/database/open-database.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'

type SendingDeps = PlanDeps & {
  database: Pick<Database, 'listen'>
  log: Log
  channels: readonly Channel[]
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 1_000
const LEAST_BETWEEN_LOOKS_MS = 50

/**
 * Decides which notifications leave the browser, and sends what waits for each channel, both as it comes, until disposed. A
 * channel that hangs delays no other.
 */
export async function startSending({ database, channels, onError, ...deps }: SendingDeps): Promise<AsyncDisposable> {
  const { clock, log } = deps
  await using parts = new AsyncDisposableStack()
  const sending: DispatchDeps = {
    ...deps,
    reasonToDrop: (delivery) => reasonToDrop(deps, delivery),
    stopDestination: (delivery, because) => stopDestination(deps, delivery, because),
  }
  const dispatching = channels.map((channel) => parts.use(startDispatching(sending, channel)))
  const deciding = parts.use(
    every(clock, LOOK_EVERY_MS, (signal) => fanOut(deps, signal), { onError, minIntervalMs: LEAST_BETWEEN_LOOKS_MS }),
  )
  const wakeAll = () => [deciding, ...dispatching].forEach((each) => each.wake())
  const onChange = ({ what }: { what: string }) => {
    if (what === 'delivery') dispatching.forEach((each) => each.wake())
    if (what === 'notification') deciding.wake()
  }
  parts.use(await followChanges(database, onChange, { onReconnect: wakeAll, log }))
  return parts.move()
}
