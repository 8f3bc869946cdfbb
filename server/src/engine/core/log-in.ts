import type { SnipeContext } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

const LOG_IN_MS = 15_000
/** The token must outlast the close, so that the result can be read with it. */
const VALID_PAST_END_MS = 60_000

/** Opens the user's session at the site and, for a bid still to be sent, a line of its own. Throws what the site throws. */
export async function logIn(
  { engine, snipe, resources }: SnipeContext,
  state: SnipeState,
  stop: AbortSignal,
): Promise<SnipeState> {
  const { clock, site } = engine.ports
  const wanted = { bidId: snipe.bidId, validUntil: state.endsAt + VALID_PAST_END_MS, fresh: state.needsFreshLogin }
  const session = await withTimeout(clock, LOG_IN_MS, stop, (signal) =>
    site.openSession(snipe.accountId, wanted, signal),
  )
  const formerConnection = resources.connection
  resources.session = session
  resources.connection = state.bid === 'stands' ? null : site.openBidConnection(session)
  resources.prepared = null
  void formerConnection?.[Symbol.asyncDispose]()
  return { ...state, loggedIn: true, warmedAt: null, failures: 0, notBefore: -Infinity }
}
