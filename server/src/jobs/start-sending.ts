import { followChanges } from '../changes/follow-changes.ts'
import type { Channel } from '../deliveries/delivery.ts'
import { type DispatchDeps, startDispatching } from '../deliveries/start-dispatching.ts'
import type { Database } from '../platform/database/open-database.ts'

type SendingDeps = DispatchDeps & { database: Pick<Database, 'listen'>; channels: readonly Channel[] }

/** Sends what waits for each channel as it is queued, until disposed. A channel that hangs delays no other. */
export async function startSending({ database, channels, ...deps }: SendingDeps): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const dispatching = channels.map((channel) => parts.use(startDispatching(deps, channel)))
  const wake = () => dispatching.forEach((each) => each.wake())
  const onChange = ({ what }: { what: string }) => {
    if (what === 'delivery') wake()
  }
  parts.use(await followChanges(database, onChange, { onReconnect: wake, log: deps.log }))
  return parts.move()
}
