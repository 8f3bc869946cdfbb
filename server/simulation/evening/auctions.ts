import type { Change } from '../store/model-database.ts'
import { requestChange } from '../store/request-change.ts'
import { type Evening, LEADS, rivalBids, type Situation } from './spend-evening.ts'

const BEATEN =
  "Lost: sold for $26.00, one step above your max. The winner's own max is not known, and may be far higher."

const mistypedBids = ({ it, auction }: Evening) => {
  for (const bidder of ['hasty', 'careless']) it.site.place(bidder, auction.item.auctionId, 80_000)
}
const withdrawBids = ({ it, auction }: Evening) => {
  for (const bidder of ['hasty', 'careless']) it.site.retract(bidder, auction.item.auctionId)
}
const moveEnd =
  (ms: number) =>
  ({ it, auction }: Evening) =>
    it.site.moveEnd(auction.item, ms)

const ask =
  (change: Change) =>
  ({ it, auction }: Evening) => {
    requestChange(it.database, auction.bid.bidId, change, it.site.siteTime())
    it.notifyEngines()
  }

const at = (beforeShotS: number, change: Change) => ({ [8 + beforeShotS]: ask(change) })
const to = (maxBidCents: number): Change => ({ kind: 'change', maxBidCents, leadMs: 8_000 })
const receipt = (summary: string) => ({ told: { 10: summary } })
const titleOf = (beforeShotS: number, what: string) => `33 A bid that is ${what} ${beforeShotS} s before its shot`

/** A request that comes before the lock-in holds, and a later one is refused. */
function changesBeforeTheShot(): Record<string, Situation> {
  return Object.fromEntries([
    ...[2, 1.1].flatMap((beforeShotS): [string, Situation][] => [
      [
        titleOf(beforeShotS, 'raised'),
        { happens: at(beforeShotS, to(3_000)), ...receipt('Won for $10.00, $20.00 under your max.') },
      ],
      [
        titleOf(beforeShotS, 'lowered'),
        { happens: at(beforeShotS, to(1_500)), ...receipt('Won for $10.00, $5.00 under your max.') },
      ],
      [
        titleOf(beforeShotS, 'cancelled'),
        {
          happens: at(beforeShotS, { kind: 'cancel' }),
          placedMs: null,
          ...receipt('Cancelled by you. Nothing was sent.'),
        },
      ],
    ]),
    ...(['raised', 'lowered', 'cancelled'] as const).map((what): [string, Situation] => [
      titleOf(0.9, what),
      { happens: at(0.9, what === 'cancelled' ? { kind: 'cancel' } : to(what === 'raised' ? 3_000 : 1_500)) },
    ]),
  ])
}

/** What rivals, sellers and owners do. */
export const AUCTIONS: Record<string, Situation> = {
  '13 An item that moves to another number a minute before the close': {
    happens: {
      60({ it, auction }) {
        auction.item.withdrawn = true
        it.site.refuseBids(auction.bid.accountId, Infinity)
      },
    },
    placedMs: null,
    told: { 150: 'The bid does not count: the item was withdrawn.' },
  },
  '14 An item that is sold at a fixed price before the shot': {
    happens: {
      40({ it, auction }) {
        auction.item.closedEarlyAt = it.site.siteTime()
      },
    },
    placedMs: null,
    told: { 10: 'Not sent: the auction was ended early.' },
  },
  '15 A rival with an equal maximum that came earlier': {
    happens: { 30: rivalBids(2_500) },
    told: {
      40: 'Outbid on arrival: somebody had already bid at least your maximum of $25.00. The price went to $25.00.',
    },
  },
  '16 A maximum that is the next acceptable bid to the cent': {
    happens: {
      30({ it, auction: { item } }) {
        it.site.place('rival', item.auctionId, 9_900)
        it.site.place('another', item.auctionId, 2_300)
        it.site.retract('rival', item.auctionId)
        it.site.place('rival', item.auctionId, 2_400)
      },
    },
    told: { 10: 'Won for $25.00, exactly your max.' },
  },
  '17 A mistyped bid of a rival that is taken back before the shot': {
    happens: { 78: mistypedBids, 38: withdrawBids },
  },
  '21 A seller that takes back the bid that stood': {
    happens: {
      5({ it, auction: { item, bid } }) {
        it.site.place('rival', item.auctionId, 1_500)
        it.site.retract(it.site.userOf(bid.accountId), item.auctionId)
      },
    },
    told: { 10: 'The bid does not count: the seller cancelled your bid.' },
  },
  '22 A close that our bid extends by 20 s, and a rival that answers': {
    happens: { 7.5: moveEnd(20_000), [-3]: rivalBids(9_000) },
    told: { 10: LEADS, 70: BEATEN },
  },
  '23 A close that a rival extends just before the shot': {
    happens: { 8.6: moveEnd(20_000), [-3]: rivalBids(9_000) },
    told: { 10: LEADS, 70: BEATEN },
  },
  '24 A reserve price that is not met': {
    happens: {
      60({ auction }) {
        auction.item.isReserveMet = false
      },
    },
    told: { 15: "The bid does not count: the seller's reserve price was not met, so that nobody has won." },
  },
  '25 A maximum that its owner raises by hand after the bid': {
    happens: { 5: ({ auction }) => auction.byHand(6_000), 3: rivalBids(4_000) },
    told: { 40: 'Won for $41.00 by a higher bid of yours, made at the site.' },
  },
  '32 Short and long leads': {
    auctions: [1, 2, 3, 75].map((seconds) => ({ leadMs: seconds * 1_000 })),
  },
  '32 A lead that is longer than the time that is left': {
    auctions: [{ leadMs: 180_000 }],
    placedMs: [60_000, 62_000],
  },
  ...changesBeforeTheShot(),
  '35 A lead that becomes longer than the time that is left': {
    happens: {
      18: ask({ kind: 'change', maxBidCents: 2_500, leadMs: 20_000 }),
    },
    placedMs: [-10_000, -7_000],
  },
  '35 A bid that is scheduled 5 s before the close': {
    auctions: [{ endsInMs: 5_000, leadMs: 4_000 }],
    placedMs: [-50, 1_500],
  },
}
