import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  api,
  auctionFromWire,
  cancelFailure,
  classifyAction,
  classifySignInFailure,
  cleanEmail,
  deleteFailure,
  followsPasswordAdvice,
  formatPhone,
  IdParams,
  isEmail,
  messages,
  normalizeEmail,
  passwordStrength,
  registrationFailure,
  registrationFaults,
  replySchema,
  scheduleFailure,
  WireAuction,
  historyResultOf,
} from './index.ts'

const registration = {
  email: 'ann@example.com',
  password: 'a good one',
  confirmPassword: 'a good one',
  terms: true,
  termsVersion: 'v1.0',
  privacyVersion: 'v1.0',
}

test('No two calls of the API share a method and path', () => {
  const names = Object.values(api).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('A reply has the wrapper, its data and its top-level fields', () => {
  const reply = replySchema(api.signIn)
  const profile = {
    id: 1,
    email: 'ann@example.com',
    email_verified: false,
    auth_provider: 'password',
    subscription_tier: 'trial',
    is_admin: false,
    default_seconds_before_end: 5,
    day_limit: null,
    week_limit: null,
    month_limit: null,
    shipping_zip: null,
    tax_percent: 0,
    tax_on: 'bid',
    quote_margin_percent: 0,
    phone_number: null,
    sms_opt_in: false,
    created_at: '2026-11-20T18:00:00.000Z',
  }
  expect(
    z.safeParse(reply, {
      success: true,
      data: { profile },
      deletion_cancelled: false,
      deletion_due: null,
      token: 'a.b.c',
    }).success,
  ).toBe(true)
  expect(z.safeParse(reply, { success: true, data: { profile } }).success).toBe(false)
})

test('A request with an unknown field is refused with the name of the field', () => {
  const result = z.safeParse(api.signIn.body, { email: 'a@b.co', password: 'x', is_admin: true })
  expect(result.success).toBe(false)
  expect(JSON.stringify(result.error?.issues)).toContain('is_admin')
})

test('A record number in a path is a positive whole number', () => {
  for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '', ' 5', '0x10', '1e3', '٣', '05']) {
    expect(z.safeParse(IdParams, { id }).success, id).toBe(false)
  }
  expect(z.parse(IdParams, { id: '42' })).toEqual({ id: 42 })
})

test('A status filter accepts known statuses only', () => {
  expect(z.safeParse(api.listAuctions.query, { status: 'won,lost,outbid' }).success).toBe(true)
  expect(z.safeParse(api.listAuctions.query, { status: 'won;drop' }).success).toBe(false)
})

test.each([
  ['  Ann@Example.COM ', 'ann@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['ann+goodwill@example.com', 'ann+goodwill@example.com'],
  ['\u212Aim@example.com', '\u212Aim@example.com'],
])('The e-mail address %j is normalized to %j', (input, normalized) => {
  expect(normalizeEmail(input)).toBe(normalized)
})

test("A form drops from a typed address the characters that it may not have, which the server's check refuses", () => {
  expect(cleanEmail(" O'Brien+Goodwill@Example.com ")).toBe('obrien+goodwill@example.com')
  expect(isEmail(normalizeEmail("o'brien@example.com"))).toBe(false)
})

test.each(['ann', 'ann@', '@example.com', 'ann@example', 'ann@@example.com', `${'a'.repeat(250)}@example.com`])(
  '%j is not an e-mail address',
  (input) => expect(isEmail(input)).toBe(false),
)

test('A registration that breaks several rules gets a message for each invalid field', () => {
  const faults = registrationFaults({
    ...registration,
    email: 'nobody',
    password: 'short',
    confirmPassword: 'other',
    terms: false,
    smsOptIn: true,
    phoneNumber: '555 123',
  })
  expect(faults).toEqual([
    { path: 'email', message: messages.account.emailInvalid },
    { path: 'password', message: messages.account.passwordTooShort },
    { path: 'confirmPassword', message: messages.account.passwordsDiffer },
    { path: 'terms', message: messages.account.termsRequired },
    { path: 'phoneNumber', message: messages.account.phoneInvalid },
  ])
})

test('A phone number is required only for SMS, and has ten digits', () => {
  expect(registrationFaults(registration)).toEqual([])
  expect(registrationFaults({ ...registration, smsOptIn: true })).toEqual([
    { path: 'phoneNumber', message: messages.account.phoneRequired },
  ])
  expect(registrationFaults({ ...registration, smsOptIn: true, phoneNumber: '(555) 123-4567' })).toEqual([])
})

test('A phone number is formatted while it is typed', () => {
  expect(['555', '5551', '5551234567', '55512345678'].map(formatPhone)).toEqual([
    '555',
    '(555) 1',
    '(555) 123-4567',
    '(555) 123-45678',
  ])
  expect(['1', '+1 555 123 4567', '1-555-123-4567'].map(formatPhone)).toEqual(['', '(555) 123-4567', '(555) 123-4567'])
})

test('The strength of a password is the number of criteria that it meets', () => {
  expect(
    ['', 'password', 'password1', 'Password1', 'Password1!', 'Password1!long'].map((p) => passwordStrength(p).label),
  ).toEqual(['Very Weak', 'Weak', 'Fair', 'Good', 'Strong', 'Very Strong'])
})

test('The advice for passwords asks for 8 characters, a number, a special character, upper and lower case', () => {
  expect(followsPasswordAdvice('Passw0rd!')).toBe(true)
  for (const lacking of ['Pass0r!', 'Password!', 'Passw0rds', 'passw0rd!', 'PASSW0RD!']) {
    expect(followsPasswordAdvice(lacking), lacking).toBe(false)
  }
})

test.each([
  [messages.signIn.wrongCredentials, 'invalid_credentials'],
  [messages.signIn.lockedToast(0), 'account_locked'],
  [messages.generic.networkError, 'network_error'],
  ['Teapot', 'unknown'],
] as const)('The message %j means a login failure of type %s', (message, type) => {
  expect(classifySignInFailure(message)).toBe(type)
})

test.each([
  [{ path: '/dashboard', formAction: 'adding_auction' }, 'adding_auction'],
  [{ path: '/dashboard/add-auction' }, 'adding_auction'],
  [{ path: '/dashboard', formAction: 'scheduling_snipe' }, 'scheduling_snipe'],
  [{ path: '/dashboard', formAction: 'scheduling_snipe', bidAmount: 20 }, 'scheduling_snipe'],
  [{ path: '/dashboard/snipe/3' }, 'scheduling_snipe'],
  [{ path: '/dashboard/3/bid' }, 'scheduling_snipe'],
  [{ path: '/dashboard' }, 'viewing_dashboard'],
  [{ path: '/dashboard/forbidden' }, 'viewing_dashboard'],
  [{ path: '/settings' }, 'updating_settings'],
  [{ path: '/bid-history', formAction: 'scheduling_snipe', bidAmount: 20 }, 'placing_bid'],
  [{ path: '/bid-history', formAction: 'scheduling_snipe' }, 'general'],
  [{ path: '/bid-history' }, 'general'],
  [{ path: '/dashboards' }, 'general'],
] as const)('On the page %j, the user was doing %s', (page, action) => {
  expect(classifyAction(page)).toBe(action)
})

test('The dialog of an ended session says what was not done', () => {
  expect(messages.sessionExpired.byAction).toEqual({
    adding_auction: {
      tone: 'warning',
      message: 'Your session ended before the auction was added. It is not being tracked yet.',
    },
    scheduling_snipe: {
      tone: 'error',
      message: 'Your session ended before the bid was saved. Nothing was scheduled or changed.',
    },
    placing_bid: {
      tone: 'error',
      message: 'Your session ended before the bid was saved. The bid was not placed.',
    },
    updating_settings: {
      tone: 'warning',
      message: 'Your session ended. Settings that you changed but did not save are as they were before.',
    },
    viewing_dashboard: {
      tone: 'warning',
      message: 'Your session ended, so this page is no longer being updated.',
    },
    general: {
      tone: 'warning',
      message: 'Your session ended. Nothing that you have asked for since then was done.',
    },
  })
})

test("A server's message is translated to the sentence that users read", () => {
  expect(scheduleFailure(messages.bid.amountNotPositive)).toBe(
    'The bid amount must be greater than $0. Please check and try again.',
  )
  expect(scheduleFailure(messages.bidRefusal.belowMinimum('$12.00'))).toBe('Bid must be at least $12.00')
  const reached = messages.plan.snipeLimitReached(15)
  expect(scheduleFailure(reached, 'plan_limit_reached')).toBe(reached)
  const { bid, bidRefusal, auction, connection } = messages
  for (const [sentence, code] of [
    [auction.alreadyOver, 'auction_over'],
    [bidRefusal.endsTooSoon, 'too_late'],
    [bidRefusal.leadOutOfRange, 'rule_broken'],
    [connection.requiredToBid('ShopGoodwill'), 'credentials_missing'],
    [bid.notConfirmedYet, 'not_confirmed_yet'],
  ] as const) {
    expect(scheduleFailure(sentence, code)).toBe(sentence)
  }
  expect(scheduleFailure(messages.generic.internalError, 'internal')).toMatch(/^Something went wrong while scheduling/)
  expect(scheduleFailure('Teapot')).toBe(
    'Something went wrong while scheduling your bid. Please try again. (Details: Teapot)',
  )
  expect(scheduleFailure(messages.auction.notFoundForBid)).toBe(
    'Sorry, this auction could not be found or may have already ended. Your bid could not be scheduled.',
  )
  expect(scheduleFailure(messages.bid.belowStartingPrice)).toBe(
    'Your bid is too low. The first bid must be at least the starting price.',
  )
  expect(cancelFailure(messages.bid.nothingToCancel)).toBe('No bid found to cancel for this auction.')
  expect(cancelFailure('Teapot')).toBe('Failed to cancel bid. Teapot')
  expect(deleteFailure(messages.bid.notFound)).toBe('Bid not found or already deleted.')
  const notPending = "This bid cannot be canceled because it's no longer pending."
  expect(cancelFailure(bid.cannotCancel)).toBe(notPending)
  expect(cancelFailure(bid.cannotCancel, bid.cannotCancelLockedIn)).toBe(
    `${notPending} This bid is locked in and on its way, so it can no longer be cancelled.`,
  )
  expect(deleteFailure(messages.bidRefusal.notDeleted)).toBe('Failed to delete bid')
  expect(deleteFailure('Too late')).toBe('Failed to delete bid. Too late')
  expect(deleteFailure(messages.bidRefusal.forbidden)).toBe("You don't have permission to delete this bid.")
  expect(registrationFailure(messages.account.passwordTooShort)).toBe(messages.account.passwordRejected)
  expect(registrationFailure(messages.account.emailTaken)).toBe(messages.account.emailTaken)
})

test('The toast for a failed login changes with the attempt', () => {
  const toasts = [1, 2, 3, 4, 5].map(messages.signIn.attemptToast)
  expect(new Set(toasts).size).toBe(4)
  expect(toasts[4]).toBe(toasts[3])
})

test.each([
  ['registered', 'ok', {}, 'Account opened'],
  ['registered', 'refused', {}, 'Somebody tried to open another account with this address'],
  ['signed_in', 'failed', {}, 'Sign-in failed'],
  ['token_reused', 'refused', {}, 'Session ended: its token was used twice'],
  ['day_limit_changed', 'ok', { from_cents: 120_050, to_cents: null }, 'Day limit changed from $1,200.50 to none'],
  ['deletion_requested', 'ok', { by: 'operator' }, 'Deletion of the account requested by the operator'],
  ['of_another_version', 'ok', {}, 'of another version'],
] as const)(
  'The security log describes the event %s with the outcome %s and the details %j',
  (...[kind, outcome, detail, text]) => {
    expect(messages.securityLog.eventText(kind, outcome, detail)).toBe(text)
  },
)

/** Every field that an auction always has. */
const bareAuction = {
  id: 1,
  auction_id: '279250057',
  user_id: 1,
  title: 'Lamp',
  current_bid: 20.1,
  max_bid: null,
  end_time_pt: '',
  end_time_ambiguous: false,
  status: 'active',
  bid_count: 3,
  seller: null,
  shipping_cost: null,
  handling_cost: 0,
  pickup_only: false,
  item_condition: null,
  category: null,
  description: null,
  bid_timing_preference: '5',
  item_url: '',
  price_history: [],
  closed_because: null,
  check_error: null,
  alerts_muted_until: null,
  note: '',
  labels: [],
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T11:00:00.000Z',
}
const readAuction = (fields: Record<string, unknown>) =>
  auctionFromWire(z.parse(WireAuction, { ...bareAuction, end_time: '2026-11-21T02:00:00.000Z', ...fields }))

test('An auction with the older names of its fields is read like one with the newer', () => {
  const older = auctionFromWire(
    z.parse(WireAuction, {
      ...bareAuction,
      ends_on: '2026-11-21T02:00:00.000Z',
      image_url: 'https://example.com/lamp.jpg',
      last_updated: '2026-11-20T12:00:00.000Z',
    }),
  )
  const newer = readAuction({
    image_urls: ['https://example.com/lamp.jpg'],
    last_checked_at: '2026-11-20T12:00:00.000Z',
  })
  expect(older).toEqual(newer)
  expect(newer).toMatchObject({
    endsOn: Date.parse('2026-11-21T02:00:00Z'),
    imageUrls: ['https://example.com/lamp.jpg'],
    lastCheckedAt: Date.parse('2026-11-20T12:00:00Z'),
  })
})

test('The newer of two names of a field counts, and an auction without an end under either name is refused', () => {
  expect(
    readAuction({ ends_on: '2020-01-01T00:00:00.000Z', image_urls: [], image_url: 'https://x.example/a.jpg' }),
  ).toMatchObject({
    endsOn: Date.parse('2026-11-21T02:00:00Z'),
    imageUrls: [],
  })
  expect(readAuction({}).imageUrls).toEqual([])
  expect(z.safeParse(WireAuction, bareAuction).success).toBe(false)
})

test('Without an increment it is one dollar, and the next bid follows from the price', () => {
  expect(readAuction({})).toMatchObject({ bidIncrement: 1, minimumBid: 21.1 })
  expect(readAuction({ bid_increment: 0.2 })).toMatchObject({ bidIncrement: 0.2, minimumBid: 20.3 })
  expect(readAuction({ bid_count: 0, bid_increment: 5 }).minimumBid).toBe(20.1)
  expect(readAuction({ minimum_bid: 25, bid_increment: 5 }).minimumBid).toBe(25)
})

test('The categories of an auction are its category alone, or none', () => {
  expect(readAuction({}).categories).toEqual([])
  expect(readAuction({ category: 'Lamps' }).categories).toEqual(['Lamps'])
})

test('A bid whose maximum the price had passed is outbid, whether it was sent or not, with the reason behind the word', () => {
  for (const outcome of ['outbid_on_arrival', 'price_past_maximum', 'below_next_bid'] as const) {
    expect(historyResultOf({ status: 'outbid', outcome })).toBe('outbid')
    expect(messages.outcome.label(outcome, 'the site')).toMatch(/^Outbid\b/)
    const values = { outcome, sent: true, priceCents: 3_000, maxBidCents: 2_000 }
    const told = messages.notification.describe('bid_outbid', values, { site: 'the site', time: String })
    expect(told).toMatchObject({ title: 'Outbid', tone: 'outbid', text: expect.stringMatching(/\$20\.00/) })
  }
})
