import type { SnipeContext } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

const CONNECT_MS = 5_000

/** Opens the line on which the bid will leave. Throws what the site throws. */
export async function connect(
  { engine, resources }: SnipeContext,
  state: SnipeState,
  stop: AbortSignal,
): Promise<SnipeState> {
  const { connection } = resources
  if (!connection) return { ...state, loggedIn: false }
  await withTimeout(engine.ports.clock, CONNECT_MS, stop, (signal) => connection.connect(signal))
  return { ...state, failures: 0, notBefore: -Infinity }
}
