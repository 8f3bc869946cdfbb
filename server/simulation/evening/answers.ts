import { type Situation, WON } from './spend-evening.ts'

/** Without an answer, the page is read before the bid is sent again. */
const AFTER_A_LOOK = [30, 300] as const

/** What becomes of a bid on its way, and what the site answers. */
export const ANSWERS: Record<string, Situation> = {
  '1 A maintenance page in the place of an answer to a bid that was not taken': {
    sendings: [{ kind: 'lost' }],
    placedMs: AFTER_A_LOOK,
  },
  '2 A maintenance page in the place of an answer to a bid that was taken': {
    sendings: [{ kind: 'answer_lost' }],
  },
  '3 A site that asks for a pause of 2 s at the bid': {
    sendings: [{ kind: 'rate_limited', retryAfterMs: 2_000 }],
    placedMs: [1_990, 2_100],
  },
  '4 A site that asks for a pause of a minute at the bid': {
    sendings: [{ kind: 'rate_limited', retryAfterMs: 60_000 }],
    placedMs: [1_000, 7_500],
  },
  '5 An answer to a bid that is compressed without being asked for': {
    sendings: [{ kind: 'answer_lost' }],
  },
  '7 An answer to a bid that drips for 12 s': {
    sendings: [{ backMs: 12_000 }],
    told: { 15: WON },
  },
  '8 A connection that closes just before the bid': {
    sendings: [{ kind: 'not_sent', outMs: 1, backMs: 0 }],
    placedMs: [0, 200],
  },
  '9 A connection that is reset as the bid arrives': {
    sendings: [{ kind: 'lost', outMs: 10, backMs: 0 }],
    placedMs: AFTER_A_LOOK,
  },
  '10 A bid that is taken, and answered after the close': {
    auctions: [{ leadMs: 4_000 }],
    sendings: [{ backMs: 6_000 }],
  },
  '26 An answer in other words to a bid that was taken': {
    sendings: [{ kind: 'answer_lost' }],
  },
  '27 A site that asks its users to accept new terms': {
    happens: { 60: ({ it, auction }) => it.site.refuseBids(auction.bid.accountId, Infinity) },
    placedMs: null,
    told: { 45: 'Not placed: ShopGoodwill did not take the bid. It said: “Please accept our updated Terms of Use.”' },
  },
  '30 A firewall that refuses the bid twice': {
    sendings: [{ kind: 'blocked' }, { kind: 'blocked' }],
    placedMs: [1_000, 1_250],
  },
  '31 A redirect in the place of an answer to a bid that was taken': {
    sendings: [{ kind: 'answer_lost' }],
  },
}
