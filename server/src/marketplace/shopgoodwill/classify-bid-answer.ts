import { centsFromDollars } from '@bidwell/contract'
import * as z from 'zod'

import type { BidAnswer } from '../marketplace.ts'
import { parseRetryAfter } from './http-dates.ts'
import { wordsOf } from './read-answer.ts'
import type { SiteAnswer } from './site.ts'

/** Nobody has published an answer to a bid of this year, so every field may be missing or of another type. */
const BidReply = z.object({
  message: z.string().catch(''),
  pastDueMessage: z.string().catch(''),
  status: z.boolean().nullable().catch(null),
  result: z.number().nullable().catch(null),
  isUnauthorized: z.boolean().catch(false),
  currentPrice: z.number().nullable().catch(null),
})
type BidReply = z.infer<typeof BidReply>

const CLOSED = -3
const TOO_LOW = [-4, -5]
const NOT_AUTHORISED = -110

/** What an answer to PlaceBid means. Whatever is not plainly one thing is `unknown`, which costs a read and no money. */
export function classifyBidAnswer(answer: SiteAnswer): BidAnswer {
  const { status, body, receivedAt, retryAfter, date } = answer
  if (status === 200) {
    const reply = parseReply(body)
    return reply ? classifyReply(reply, receivedAt) : { kind: 'unknown', siteMessage: heard(body, status), receivedAt }
  }
  const siteMessage = heard(body, status)
  if (status === 401) return { kind: 'unauthorized', siteMessage, receivedAt }
  if (status === 403) return { kind: 'blocked', siteMessage, receivedAt }
  if (status === 429) {
    return { kind: 'rate_limited', siteMessage, retryAfterMs: parseRetryAfter(retryAfter, date), receivedAt }
  }
  return { kind: 'unknown', siteMessage, receivedAt }
}

/**
 * Words go before codes: a bid that leads and one that is outbid on arrival come with the same code. 'Outbid' goes
 * before all else, for the same answer may also speak of a high bidder.
 */
function classifyReply(reply: BidReply, receivedAt: number): BidAnswer {
  const { status, result } = reply
  const siteMessage = [wordsOf(reply.message), wordsOf(reply.pastDueMessage)].filter(Boolean).join(' ')
  const priceCents = reply.currentPrice === null ? null : centsFromDollars(reply.currentPrice)
  const answer = { siteMessage: siteMessage || 'The site gave no reason', receivedAt }
  const contradicted = status === false || (result !== null && result < 0)

  if (/outbid/i.test(siteMessage)) return { ...answer, kind: 'outbid', priceCents }
  if (LEADING.test(siteMessage)) {
    return contradicted ? { ...answer, kind: 'unknown' } : { ...answer, kind: 'leading', priceCents }
  }
  if (result === CLOSED || /\bauction (?:has |is )?(?:now )?(?:closed|ended)\b/i.test(siteMessage)) {
    return { ...answer, kind: 'closed' }
  }
  if (reply.isUnauthorized || result === NOT_AUTHORISED) return { ...answer, kind: 'unauthorized' }
  if (!contradicted) return { ...answer, kind: 'unknown' }
  if (reply.pastDueMessage !== '' || ACCOUNT_LIMIT.test(siteMessage)) return { ...answer, kind: 'account_limit' }
  if ((result !== null && TOO_LOW.includes(result)) || /\bminimum\b/i.test(siteMessage)) {
    return { ...answer, kind: 'too_low', minimumBidCents: minimumIn(siteMessage) }
  }
  return { ...answer, kind: 'unknown' }
}

const LEADING = /\bbid received\b|\byou are (?:(?:currently|still|now) )*the (?:current )?high bidder\b/i
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

const heard = (body: string, status: number) => wordsOf(body) || `The site answered HTTP ${status} and no words`
