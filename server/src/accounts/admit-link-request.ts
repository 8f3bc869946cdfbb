import { MAIL_LINK, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf, wideNetworkOf } from '../platform/network-of.ts'
import type { LinkPurpose } from './link-queries.ts'

const HOUR_MS = 3_600_000
/** The requests from one IP address (see `networkOf`), over all e-mails and purposes. */
const MAX_PER_NETWORK = 30
/** The requests from its surroundings (see `wideNetworkOf`). */
const MAX_PER_WIDE_NETWORK = 90

type Asker = { email: string; ipAddress: string; now: number }

/**
 * Counts a request for a link, or throws `rate_limited`. Addresses without an account count as well, so the answer does not
 * reveal which have one. A stranger who uses up an address's requests keeps nobody out: the newest of the links is in its
 * owner's mail, and works for at least as long as the requests count.
 */
export async function admitLinkRequest(tx: Tx, { purpose, ...asker }: Asker & { purpose: LinkPurpose }) {
  const { email, now } = asker
  // Concurrent requests count one after the other, always in this order.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link ${purpose} ${email}`}, 0))`.execute(tx)
  await admitNetwork(tx, asker)
  const forEmail = await requestsSince(tx, now - HOUR_MS)
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .limit(MAIL_LINK.maxPerHour)
    .execute()
  refuseAt(MAIL_LINK.maxPerHour, forEmail, messages.mailLink.tooManyLinks, now)
  await count(tx, purpose, asker)
}

/** Counts the mail that opening an account sends to an address that nobody has proven, or throws `rate_limited`. */
export async function admitRegistration(tx: Tx, asker: Asker) {
  await admitNetwork(tx, asker)
  await count(tx, 'register', asker)
}

async function admitNetwork(tx: Tx, { ipAddress, now }: Asker) {
  const wide = wideNetworkOf(ipAddress)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`links from ${wide}`}, 0))`.execute(tx)
  for (const [network, max] of [
    [networkOf(ipAddress), MAX_PER_NETWORK],
    [wide, MAX_PER_WIDE_NETWORK],
  ] as const) {
    const from = await requestsSince(tx, now - HOUR_MS)
      .where(sql<boolean>`ip_address <<= ${network}::inet`)
      .limit(max)
      .execute()
    refuseAt(max, from, messages.generic.tooManyRequests, now)
  }
}

const requestsSince = (tx: Tx, since: number) =>
  tx.selectFrom('link_requests').select('at').where('at', '>', new Date(since)).orderBy('at', 'desc')

async function count(tx: Tx, purpose: LinkPurpose | 'register', { email, ipAddress, now }: Asker) {
  await tx
    .insertInto('link_requests')
    .values({ purpose, email, ip_address: ipAddress, at: new Date(now) })
    .execute()
}

/** `requests` are the latest ones, latest first, and at most `max`. */
function refuseAt(max: number, requests: readonly { at: Date }[], message: string, now: number) {
  const oldest = requests[max - 1]
  if (!oldest) return
  throw new AppError('rate_limited', message, { retryAfterMs: oldest.at.getTime() + HOUR_MS - now })
}
