import { messages } from '@bidwell/contract'
import type { Tx } from '../../platform/database/tables.ts'
import { linkBudget, linkNetworkBudgets, overBudget, takeFrom } from '../limits/attempt-budgets.ts'
import type { LinkPurpose } from './link-queries.ts'

type Asker = { email: string; ipAddress: string; now: number }

/**
 * Counts a request for a link, or throws `rate_limited`. Addresses without an account count as well, so the answer does not
 * reveal which have one. A stranger who uses up an address's requests keeps nobody out: the newest of the links is in its
 * owner's mail, and works for at least as long as the requests count.
 */
export async function admitLinkRequest(
  tx: Tx,
  { purpose, email, ipAddress, now }: Asker & { purpose: LinkPurpose },
): Promise<void> {
  const ofAddress = linkBudget(purpose, email)
  const spent = await takeFrom(tx, [ofAddress, ...linkNetworkBudgets(ipAddress)], now)
  if (!spent) return
  throw spent.name === ofAddress.name ? overBudget(spent, messages.mailLink.tooManyLinks) : overBudget(spent)
}

/** Counts the mail that opening an account sends to an address that nobody has proven, or throws `rate_limited`. */
export async function admitRegistration(tx: Tx, { ipAddress, now }: Omit<Asker, 'email'>): Promise<void> {
  const spent = await takeFrom(tx, linkNetworkBudgets(ipAddress), now)
  if (spent) throw overBudget(spent)
}
