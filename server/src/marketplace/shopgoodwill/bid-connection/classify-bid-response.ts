import { centsFromDollars } from '@bidwell/contract'
import * as z from 'zod'
import type { BidResponse } from '../../marketplace.ts'
import { parseRetryAfter } from '../http/http-dates.ts'
import { messageText } from '../http/parse-response.ts'
import { shapeOf } from '../http/shape-of.ts'
import type { SiteResponse } from '../site.ts'

/** No current response to a bid has been published, so every field may be missing or of another type. */
const BidReply = z.object({
  itemId: z.number().nullable().catch(null),
  message: z.string().catch(''),
  pastDueMessage: z.string().catch(''),
  status: z.boolean().nullable().catch(null),
  result: z.number().nullable().catch(null),
  isUnauthorized: z.boolean().catch(false),
  currentPrice: z.number().nullable().catch(null),
})
type BidReply = z.infer<typeof BidReply>

export const PLACE_BID = 'ItemBid/PlaceBid'

const CLOSED = -3
const TOO_LOW = [-4, -5]
const NOT_AUTHORISED = -110

/** The meaning of a PlaceBid response. An unclear response is `unknown`, which costs one more read and no money. */
export function classifyBidResponse(response: SiteResponse, auctionId: string): BidResponse {
  const { status, body, receivedAt, retryAfter, date } = response
  const siteMessage = messageText(body)
  const problem = `The site answered HTTP ${status}`
  if (status === 200) {
    const reply = parseReply(body)
    if (!reply) return { kind: 'unknown', siteMessage, receivedAt }
    const isOfOtherItem = reply.itemId !== null && String(reply.itemId) !== auctionId
    if (isOfOtherItem)
      return { kind: 'unknown', siteMessage: '', problem: 'The answer was about another item', receivedAt }
    const known = classifyReply(reply, receivedAt)
    const isKnown = known.kind !== 'unknown' && known.kind !== 'refused'
    return isKnown ? known : { ...known, shape: shapeOf(PLACE_BID, JSON.parse(body)) }
  }
  if (status === 401) return { kind: 'unauthorized', siteMessage, receivedAt }
  if (status === 403) return { kind: 'blocked', siteMessage, receivedAt }
  if (status === 429) {
    return { kind: 'rate_limited', siteMessage, retryAfterMs: parseRetryAfter(retryAfter, date), receivedAt }
  }
  return { kind: 'unknown', siteMessage, receivedAt, ...(siteMessage === '' && { problem }) }
}

/**
 * The message decides before the code: a leading bid and a bid outbid on arrival have the same code. A message with the
 * words of both is unclear: a leading bid's may promise a mail for when it is outbid.
 */
function classifyReply(reply: BidReply, receivedAt: number): BidResponse {
  const { status, result } = reply
  const siteMessage = [messageText(reply.message), messageText(reply.pastDueMessage)].filter(Boolean).join(' ')
  const priceCents = reply.currentPrice === null ? null : centsFromDollars(reply.currentPrice)
  const common = { siteMessage, receivedAt }
  const contradicted = status === false || (result !== null && result < 0)

  const isOutbid = /outbid/i.test(siteMessage)
  if (LEADING.test(siteMessage)) {
    return contradicted || isOutbid ? { ...common, kind: 'unknown' } : { ...common, kind: 'leading', priceCents }
  }
  if (isOutbid) return { ...common, kind: 'outbid', priceCents }
  if (result === CLOSED || /\bauction (?:has |is )?(?:now )?(?:closed|ended)\b/i.test(siteMessage)) {
    return { ...common, kind: 'closed' }
  }
  if (reply.isUnauthorized || result === NOT_AUTHORISED) return { ...common, kind: 'unauthorized' }
  if (!contradicted) return { ...common, kind: 'unknown' }
  if (reply.pastDueMessage !== '' || ACCOUNT_LIMIT.test(siteMessage)) return { ...common, kind: 'account_limit' }
  if ((result !== null && TOO_LOW.includes(result)) || /\bminimum\b/i.test(siteMessage)) {
    return { ...common, kind: 'too_low', minimumBidCents: minimumIn(siteMessage) }
  }
  return { ...common, kind: NO_SESSION.test(siteMessage) ? 'unauthorized' : 'refused' }
}

const LEADING = /\bbid received\b|\byou are (?:(?:currently|still|now) )*the (?:current )?high bidder\b/i
const NO_SESSION =
  /\bauthentication fail(?:ed|ure)\b|\bsession (?:has |is )?(?:expired|ended|timed out)\b|\b(?:log|sign) ?in again\b/i
const ACCOUNT_LIMIT = /\b(?:past[- ]due|unpaid|days old|active auctions)\b/i

function minimumIn(siteMessage: string): number | null {
  const [, dollars] = /\bminimum\b[^$]*\$([\d,]+(?:\.\d\d)?)/i.exec(siteMessage) ?? []
  return dollars === undefined ? null : centsFromDollars(Number(dollars.replaceAll(',', '')))
}

function parseReply(body: string): BidReply | null {
  try {
    return BidReply.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}
