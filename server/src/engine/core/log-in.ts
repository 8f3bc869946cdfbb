import type { Carried } from './carried.ts'
import type { Facts } from './facts.ts'
import { within } from './within.ts'

const LOG_IN_MS = 15_000
/** The token must outlast the close, so that the result can be read with it. */
const VALID_PAST_END_MS = 60_000

/** Opens the user's session at the site and, for a bid still to be sent, a line of its own. Throws what the site throws. */
export async function logIn({ engine, snipe, gear }: Carried, facts: Facts, stop: AbortSignal): Promise<Facts> {
  const { clock, site } = engine.ports
  const wanted = { bidId: snipe.bidId, validUntil: facts.endsAt + VALID_PAST_END_MS, fresh: facts.needsFreshLogin }
  const session = await within(clock, LOG_IN_MS, stop, (signal) => site.openSession(snipe.accountId, wanted, signal))
  const formerLine = gear.line
  gear.session = session
  gear.line = facts.bid === 'stands' ? null : site.openBidLine(session)
  gear.prepared = null
  void formerLine?.[Symbol.asyncDispose]()
  return { ...facts, loggedIn: true, warmedAt: null, failures: 0, notBefore: -Infinity }
}
