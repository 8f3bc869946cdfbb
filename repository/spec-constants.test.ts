import { readFileSync } from 'node:fs'
import {
  ACCOUNT,
  API_BASE,
  AUCTION,
  BID,
  CLIENT_CACHE,
  CLIENT_REQUESTS,
  CONNECTION,
  MAIL_LINK,
  RECOVERY,
  SESSION,
  TOAST,
  TOUR,
} from '@bidwell/contract'
import { expect, test } from 'vitest'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const plans: { trial: object; paid: { id: string; snipes: number }[] } = JSON.parse(readFileSync('plans.json', 'utf8'))

/**
 * The constants of the product's description: their name there, the place in the product that holds them, and their value.
 * "Default end time when unspecified" is missing: an item without an end cannot be tracked.
 */
const CONSTANTS: [name: string, place: unknown, value: unknown][] = [
  ['API base path', API_BASE, '/api'],
  ['Trial', plans.trial, { days: 5, auctions: 2, snipes: 2 }],
  ['Snipe limit: unlimited', plans.paid.find(({ id }) => id === 'elite')?.snipes, -1],
  ['Default bid_timing_preference', BID.defaultTimingPreference, '5'],
  ['Minimum password', ACCOUNT.minPasswordLength, 8],
  ['Recommended password', ACCOUNT.recommendedPasswordLength, 12],
  ['Phone: digits', ACCOUNT.phoneDigits, 10],
  ['Remember me', SESSION.maxSessionMs, 30 * DAY],
  ['Verification link validity', MAIL_LINK.verificationMs, 24 * HOUR],
  ['Account lock: failed attempts', ACCOUNT.failuresBeforeLock, 4],
  ['Account lock: the wait that its message names', ACCOUNT.lockMs, 15 * MINUTE],
  ['Reset success redirect', ACCOUNT.resetRedirectMs, 2 * SECOND],
  ['Resend message cleared', ACCOUNT.resentMessageMs, 5 * SECOND],
  ['Connection validity', CONNECTION.validityMs, 24 * HOUR],
  ["Connection: 'Expires soon'", CONNECTION.expiresSoonMs, 6 * HOUR],
  ['Auction ending soon', AUCTION.endingSoonMs, HOUR],
  ['Item number: least digits', AUCTION.minIdDigits, 6],
  ['Terms version', ACCOUNT.termsVersion, 'v1.0'],
  ['Privacy version', ACCOUNT.privacyVersion, 'v1.0'],
  ['Card-like values excluded from saved forms', RECOVERY.cardDigits, { min: 13, max: 19 }],
  [
    'Field names excluded from saved forms',
    RECOVERY.excludedFieldNames,
    ['password', 'secret', 'token', 'key', 'ssn', 'card', 'social', 'credit', 'api'],
  ],
  ['Toast auto-close', TOAST.closeMs, 5_000],
  ['Toast auto-close, info', TOAST.infoCloseMs, 8_000],
  ['Toast auto-close, saved', TOAST.savedCloseMs, 1_500],
  ['Tour: steps', TOUR.steps, 4],
  ['Tour: navigation delays', [TOUR.finishMs, TOUR.nextStepMs], [100, 500]],
  ['A stored timestamp after scheduling a bid', BID.watchMs, 24 * HOUR],
  ['Client cache: entries', CLIENT_CACHE.maxEntries, 200],
  ['Client cache: default TTL', CLIENT_CACHE.defaultTtlMs, 30 * SECOND],
  [
    'Auction TTL',
    CLIENT_CACHE.auctionTtlMs,
    { underTwoMinutes: 3 * SECOND, underTenMinutes: 10 * SECOND, underAnHour: 30 * SECOND, later: 60 * SECOND },
  ],
  ['Bid TTL', CLIENT_CACHE.bidTtlMs, { terminal: 180 * SECOND, active: 15 * SECOND }],
  ['User data TTL', CLIENT_CACHE.userTtlMs, 300 * SECOND],
  ['Burst protection', CLIENT_REQUESTS.burst, { requests: 20, perMs: 10 * SECOND, cooldownMs: 5 * SECOND }],
  [
    'Minimum interval between requests',
    { ...CLIENT_REQUESTS.groupIntervalMs, default: CLIENT_REQUESTS.urlIntervalMs.other },
    {
      auctions: 500,
      bids: 1_000,
      users: 10 * SECOND,
      trial: 200,
      subscription: 200,
      features: 200,
      credentials: 200,
      profile: 200,
      default: 5 * SECOND,
    },
  ],
  ['Preload', CLIENT_CACHE.preloadBeforeEndMs, 5 * MINUTE],
  ['Queue', [CLIENT_CACHE.queueEveryMs, CLIENT_CACHE.queueBatch], [30 * SECOND, 5]],
  ['Adaptive TTL', [CLIENT_CACHE.adaptEveryMs, CLIENT_CACHE.ttlFactor], [2 * MINUTE, { min: 0.5, max: 2 }]],
  ['Memory check', [CLIENT_CACHE.memoryCheckEveryMs, CLIENT_CACHE.maxMemoryBytes], [MINUTE, 50 * 1_024 * 1_024]],
]

test.each(CONSTANTS)("The product's constant '%s' is %j, as its description says", (_name, place, value) => {
  expect(place).toEqual(value)
})
