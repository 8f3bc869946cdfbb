import { SiteError, type SiteErrorKind } from '../../src/marketplace/site-error.ts'
import { noteReadings } from '../store/note-readings.ts'
import { killEngine } from '../world/start-engine.ts'
import { type Evening, LEADS, rivalBids, type Situation, WON } from './spend-evening.ts'

const SILENT =
  'The bid was placed and the auction has closed, but ShopGoodwill does not show yet who has won. We keep asking.'

/** The item's page, on any connection, and the lists of the account. */
const READS = new Set(['site.readItem', 'site.openAuctions', 'site.orders'])

/** Lets pages fail until an instant, by seconds before the close. */
const spoilPages = (kind: SiteErrorKind, { until, times = Infinity }: { until: number; times?: number }) =>
  function spoil({ it }: Evening) {
    let left = times
    const begunAt = it.time.now()
    it.overrides.call = (call) => {
      const isOver = it.time.now() >= 120_000 - until * 1_000 || left <= 0
      if (isOver || !READS.has(call) || it.time.now() < begunAt) return null
      left -= 1
      return { kind: 'fails', outMs: 20, backMs: 20, error: new SiteError(kind, kind) }
    }
  }

const killAll = ({ it }: Evening) => {
  for (const engine of it.alive()) it.kill(engine)
}

/** Pages, clocks, logins, engines and the database. */
export const INSTALLATION: Record<string, Situation> = {
  '6 Pages that are compressed without being asked for, from a minute before the close on': {
    happens: { 60: spoilPages('not_json', { until: -100 }) },
    told: { [-3]: LEADS, 60: SILENT, 400: WON },
  },
  '11 Pages with their prices in another form, from a minute before the close on': {
    happens: { 60: spoilPages('unexpected_shape', { until: -100 }) },
    told: { [-3]: LEADS, 60: SILENT, 400: WON },
  },
  '18 The page of another item at the second reading': {
    happens: { 50: spoilPages('unexpected_shape', { until: 0, times: 1 }) },
  },
  '19 A page of the second reading that falsely says closed': {
    happens: {
      40({ auction }) {
        auction.item.falseCloses = 1
      },
    },
  },
  '20 A background reading that falsely says closed': {
    happens: {
      60({ it, auction }) {
        const { endsAt, auctionId } = auction.item
        const clock = { siteTime: it.site.siteTime(), sentAt: 0, receivedAt: 0, resolutionMs: 1 }
        noteReadings(it.database, [
          { auctionId, currentPriceCents: 1_000, minimumBidCents: 1_000, endsAt, closed: true, clock },
        ])
      },
    },
  },
  '28 Pages that hang in the last seconds before the shot': {
    happens: {
      20({ it }) {
        it.overrides.call = (call) =>
          call === 'site.readItem' && it.time.now() < 112_000 ? { kind: 'hangs', outMs: 20, backMs: 20 } : null
      },
    },
  },
  '29 A site that answers nothing but 503 for twelve seconds around the shot': {
    sendings: Array.from({ length: 2 }, () => ({ kind: 'lost' })),
    happens: { 14: spoilPages('unavailable', { until: 2 }) },
    placedMs: [3_000, 7_000],
  },
  "36 The site's clock steps by 2 s well before the shot": {
    happens: { 40: ({ it }) => it.site.stepClock(2_000) },
  },
  "37 The site's clock steps by 2 s in the last seconds before the shot": {
    auctions: [{ leadMs: 2_000 }],
    happens: { 14: ({ it }) => it.site.stepClock(2_000) },
    placedMs: [-60, 60],
  },
  "37 The site's clock steps back by 2 s in the last seconds before the shot": {
    auctions: [{ leadMs: 2_000 }],
    happens: { 14: ({ it }) => it.site.stepClock(-2_000) },
    placedMs: [-60, 60],
    told: { 15: WON },
  },
  '38 A second server whose clock is 2.5 s ahead of the one that judges the close': {
    auctions: [{ leadMs: 2_000 }, { leadMs: 2_000 }, { leadMs: 2_000 }],
    habits: { clocks: { second: { aheadMs: 2_500, share: 0.5 } } },
    placedMs: [-2_700, -2_400],
  },
  '38 A second server whose clock is 2.5 s behind the one that judges the close': {
    auctions: [{ leadMs: 2_000 }, { leadMs: 2_000 }, { leadMs: 2_000 }],
    habits: { clocks: { second: { aheadMs: -2_500, share: 0.5 } } },
    placedMs: [-250, 60],
  },
  '39 Pages that are 6 s old': {
    habits: { statusLagMs: 6_000 },
    happens: { 30: rivalBids(1_500) },
    told: { 40: 'Won for $16.00, $9.00 under your max.' },
  },
  '43 A login that is replaced half a minute before the close, whose old token ended': {
    happens: {
      30({ it, auction }) {
        it.site.endSessions(auction.bid.accountId)
        it.replaceLogin(auction.bid)
      },
    },
  },
  '44 One of two engines dies 2 s before the shots of six auctions': {
    auctions: Array.from({ length: 6 }, () => ({})),
    engines: 2,
    happens: {
      10({ it, auction }) {
        for (const engine of it.alive()) if (engine.engineId === auction.bid.engineId) killEngine(it, engine)
      },
    },
    placedMs: [-10, 6_500],
    told: { 15: WON },
  },
  '45 The database stops 3 s before the shots of three auctions': {
    auctions: Array.from({ length: 3 }, () => ({})),
    happens: { 11: ({ it }) => it.lose('store', 30_000) },
    told: { 40: WON },
  },
  '46 Both engines die 3 s before the shots of three auctions, and start again': {
    auctions: Array.from({ length: 3 }, () => ({})),
    engines: 2,
    happens: { 11: killAll, 10.5: ({ it }) => void it.start('engine-0') },
    placedMs: [-10, 4_000],
    told: { 15: WON },
  },
  '47 The whole site is away around the shots of three auctions': {
    auctions: [5, 6, 7].map((seconds) => ({ leadMs: seconds * 1_000 })),
    happens: { 9: ({ it }) => it.lose('site', 6_500) },
    placedMs: [0, 6_000],
    told: { 20: WON },
  },
  '48 The one session of an account ends 1.5 s before its 24 bids of one second': {
    auctions: Array.from({ length: 24 }, () => ({ accountId: 1 })),
    habits: { isOnlySession: true },
    happens: { 9.5: ({ it }) => it.site.endSessions(1) },
    placedMs: [-10, 400],
    told: { 15: WON },
  },
  '49 A token ends 20 s before the close, and for 12 s nobody can log in': {
    happens: {
      20({ it, auction }) {
        it.site.endSessions(auction.bid.accountId)
        it.site.pauseLogins(auction.bid.accountId, 11_000)
      },
    },
    placedMs: [-10, 1_500],
  },
  '50 Every answer takes 2.6 s': {
    auctions: [1, 2, 3, 8].map((seconds) => ({ leadMs: seconds * 1_000 })),
    happens: {
      115({ it }) {
        it.overrides.call = (call) => (call.startsWith('site.') ? { kind: 'fine', outMs: 20, backMs: 2_600 } : null)
      },
    },
    placedMs: [-250, 250],
    told: { 20: WON },
  },
  '51 An ordinary win': { told: { [-3]: LEADS, 8: WON } },
}
