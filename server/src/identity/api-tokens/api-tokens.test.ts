import { randomUUID } from 'node:crypto'
import { api, type Body, messages } from '@bidwell/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { settableClock } from '../../../test/settable-clock.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { systemClock } from '../../platform/clock.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'
import { hashOfToken, makeTokenText } from './token-text.ts'

const DAY_MS = 86_400_000
let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

type Wanted = Partial<Body<typeof api.makeApiToken>>

const make = ({ token }: Person, wanted: Wanted = {}) =>
  bidding.api.call(api.makeApiToken, { token, body: { name: randomUUID(), scope: 'read', ...wanted } })

/** A program with a token of this person. */
async function program(person: Person, wanted: Wanted = {}): Promise<Person & { id: string }> {
  const { body, failure } = await make(person, wanted)
  if (!body.success) throw new Error(failure.message)
  return { ...person, token: body.data.secret, id: body.data.token.id }
}

const bidder = (person: Person, max_bid = 20, day_cap = 50, name = 'sheet') =>
  program(person, { name, scope: 'bid', max_bid, day_cap })

const list = ({ token }: Pick<Person, 'token'>) => bidding.api.call(api.listAuctions, { token })
const tokensOf = async ({ token }: Person) => (await bidding.api.call(api.listApiTokens, { token })).body.data.tokens

const deedsOf = async ({ token }: Person) => {
  const { events } = (await bidding.api.call(api.listSecurityEvents, { token })).body.data
  return events
    .map(({ kind, outcome, detail }) => messages.securityLog.eventText(kind, outcome, detail))
    .filter((text) => /API token/.test(text))
}

test('A token has a checksum, by which a mistyped one is recognised without the database', () => {
  const token = makeTokenText()
  expect(token).toMatch(/^bwp_[0-9A-Za-z]{36}$/)
  expect(hashOfToken(token)).toHaveLength(32)
  for (let place = 4; place < token.length; place += 1) {
    const other = token[place] === 'a' ? 'b' : 'a'
    expect(hashOfToken(token.slice(0, place) + other + token.slice(place + 1))).toBeNull()
  }
})

test('A token is answered once, and the database holds only its hash', async () => {
  const person = await bidding.bidder()
  const { token: secret } = await program(person, { name: 'sheet' })
  const row = await bidding.db
    .selectFrom('api_tokens')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  expect(row.token_hash).toEqual(hashOfToken(secret))
  expect(JSON.stringify(row)).not.toContain(secret)
  expect(JSON.stringify(await tokensOf(person))).not.toContain(secret)
  expect((await list({ token: secret })).status).toBe(200)
  expect(await tokensOf(person)).toEqual([
    expect.objectContaining({
      name: 'sheet',
      scope: 'read',
      last_ip_address: '127.0.0.1',
      last_used_at: expect.any(String),
    }),
  ])
})

test('Half of a character in the name of a token, which no column could keep, is replaced, and whole ones stay', async () => {
  const person = await bidding.bidder()
  for (const name of ['cut \ud83d', 'whole \ud83d\ude00 \\ud800'])
    expect((await make(person, { name })).status).toBe(200)
  const names = (await tokensOf(person)).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['cut \ufffd', 'whole 😀 \\ud800']))
})

test('Only the header of a call names a token: one in the address is refused, and signs nobody in', async () => {
  const { token } = await program(await bidding.bidder())
  const inQuery = await fetch(`${bidding.api.url}/api/auctions?token=${token}`)
  expect(inQuery.status).toBe(401)
  const cookie = await fetch(`${bidding.api.url}/api/auctions`, { headers: { Cookie: `token=${token}` } })
  expect(cookie.status).toBe(401)
})

test.each<[string, Wanted, string]>([
  ['without a name', { name: ' ' }, 'name'],
  ['with a long name', { name: 'a'.repeat(61) }, 'name'],
  ['that bids without a cap', { scope: 'bid', day_cap: 5 }, 'max_bid'],
  ['that bids without a cap of a day', { scope: 'bid', max_bid: 5 }, 'day_cap'],
  ['that reads with a cap', { max_bid: 5 }, 'max_bid'],
  ['whose cap is no amount', { scope: 'bid', max_bid: 0.001, day_cap: 5 }, 'max_bid'],
  ['whose cap for a bid exceeds that of a day', { scope: 'bid', max_bid: 6, day_cap: 5 }, 'max_bid'],
  ['that lives longer than a year', { days: 367 }, 'days'],
  ['that lives for part of a day', { days: 0.5 }, 'days'],
])('A token %s is refused by its field', async (_, wanted, path) => {
  const { status, failure } = await make(await bidding.bidder(), wanted)
  expect([status, failure.details?.[0]?.path]).toEqual([422, path])
})

test('A token may have the whole day limit of its owner as its cap, to the cent', async () => {
  const person = await bidding.bidder()
  // A hundred times as much is 110.00000000000001.
  await bidding.api.call(api.changeProfile, { token: person.token, body: { day_limit: 1.1 } })
  const caps = { scope: 'bid', max_bid: 1 } as const
  expect((await make(person, { ...caps, name: 'less', day_cap: 1.11 })).failure.details?.[0]?.path).toBe('day_cap')
  expect((await make(person, { ...caps, name: 'all', day_cap: 1.1 })).status).toBe(200)
})

test('The cap of a token is at most the day limit of its owner, and a name is taken once', async () => {
  const person = await bidding.bidder()
  await bidding.api.call(api.changeProfile, { token: person.token, body: { day_limit: 40 } })
  const caps = { scope: 'bid', max_bid: 10 } as const
  expect((await make(person, { ...caps, day_cap: 40.01 })).failure.details?.[0]?.path).toBe('day_cap')
  expect((await make(person, { ...caps, name: 'sheet', day_cap: 40 })).status).toBe(200)
  expect((await make(person, { name: 'sheet' })).failure.message).toBe(messages.apiToken.nameTaken)
  expect((await make(await bidding.bidder(), { name: 'sheet' })).status).toBe(200)
})

test('Making and revoking a token ask for a recent proof of identity', async () => {
  const person = await bidding.bidder()
  const { id } = await program(person)
  await bidding.db
    .updateTable('sessions')
    .set({ proven_at: new Date(systemClock.now() - DAY_MS) })
    .where('account_id', '=', person.accountId)
    .execute()
  expect((await make(person)).failure.code).toBe('proof_needed')
  const revoking = await bidding.api.call(api.revokeApiToken, { token: person.token, params: { id } })
  expect(revoking.failure.code).toBe('proof_needed')
})

test('A revoked token is refused at once, and its owner reads in the security log what happened to it', async () => {
  const [person, bystander] = [await bidding.bidder(), await bidding.bidder()]
  const [{ id, token }, kept, theirs] = [
    await program(person, { name: 'sheet' }),
    await program(person),
    await program(bystander),
  ]
  const stream = await fetch(`${bidding.api.url}/api/events`, { headers: { Authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)
  expect((await bidding.api.call(api.revokeApiToken, { token: person.token, params: { id } })).status).toBe(200)
  expect(await stream.text()).toContain('session_ended')
  const { status, failure } = await list({ token })
  expect([status, failure.code]).toEqual([401, 'token_invalid'])
  expect((await list(kept)).status).toBe(200)
  expect((await list(theirs)).status).toBe(200)
  expect(await deedsOf(person)).toEqual(expect.arrayContaining(['API token “sheet” revoked', 'API token “sheet” made']))
  const again = await bidding.api.call(api.revokeApiToken, { token: bystander.token, params: { id: kept.id } })
  expect(again.status).toBe(404)
})

test('Sixteen programs at once never take the bids of a token over its cap for a day', async () => {
  const person = await bidding.bidder()
  const sheet = await bidder(person, 20, 50)
  const items = Array.from({ length: 8 }, () => bidding.listItem())
  for (const { auctionId } of items) await bidding.track(person, auctionId)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => bidding.schedule(sheet, items[n % items.length]!.auctionId, 10 + (n % 11))),
  )
  const committed = async () =>
    (
      await bidding.db.selectFrom('bids').select('max_bid_cents').where('account_id', '=', person.accountId).execute()
    ).reduce((total, { max_bid_cents }) => total + max_bid_cents, 0)
  const total = await committed()
  expect(total).toBeGreaterThan(30_00)
  expect(total).toBeLessThanOrEqual(50_00)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ failure }) => failure.code))).toContain('token_cap_reached')
  // Its owner is not bound by the cap.
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  expect((await bidding.schedule(person, auctionId, 45)).status).toBe(200)
})

test('A token raises no bid over its cap, also not one of its owner, and lowers and cancels bids', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid({ maxBid: 45 })
  const sheet = await bidder(person, 20, 50)
  const change = (token: string, maxBid: number) =>
    bidding.api.call(api.changeBid, { token, params: { id: bid.id }, body: { maxBid, confirmMaxBid: maxBid } })
  expect((await change(sheet.token, 46)).failure.code).toBe('token_cap_reached')
  expect((await bidding.schedule(sheet, auctionId, 46)).failure.message).toBe('This API token may bid at most $20.00.')
  expect((await change(sheet.token, 12)).status).toBe(200)
  expect((await change(sheet.token, 21)).failure.code).toBe('token_cap_reached')
  expect((await change(sheet.token, 20)).status).toBe(200)
  const cancelled = await bidding.api.call(api.cancelBid, { token: sheet.token, params: { id: bid.id } })
  expect(cancelled.body.data.bid.status).toBe('cancelled')
  expect((await deedsOf(person)).slice(0, 3)).toEqual([
    'By API token “sheet”: bid cancelled',
    'By API token “sheet”: maximum of a bid changed to $20.00',
    'By API token “sheet”: maximum of a bid changed to $12.00',
  ])
})

test('The day limit of the owner binds a token whose caps allow more', async () => {
  const person = await bidding.bidder()
  const sheet = await bidder(person, 50, 50)
  await bidding.api.call(api.changeProfile, { token: person.token, body: { day_limit: 30 } })
  const { auctionId } = bidding.listItem()
  await bidding.track(sheet, auctionId)
  expect((await bidding.schedule(sheet, auctionId, 31)).failure.code).toBe('day_limit_reached')
})

test('A token that tracks removes no auction on which a bid is pending', async () => {
  const { person, auction, bid } = await bidding.scheduledBid()
  const { token } = await program(person, { scope: 'track' })
  const params = { id: auction.id }
  const { status, failure } = await bidding.api.call(api.removeAuction, { token, params })
  expect([status, failure.code]).toEqual([403, 'scope_missing'])
  expect((await bidding.api.call(api.readBid, { token, params: { id: bid.id } })).body.data.status).toBe('pending')
  await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  expect((await bidding.api.call(api.removeAuction, { token, params })).status).toBe(200)
})

test('A token does not have a restored bid sent', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid({ maxBid: 45 })
  const sheet = await bidder(person, 50, 50)
  await bidding.db
    .updateTable('bids')
    .set({ restored_from: new Date(systemClock.now()) })
    .where('id', '=', bid.id)
    .execute()
  const params = { id: bid.id }
  const change = await bidding.api.call(api.changeBid, { token: sheet.token, params, body: { secondsBeforeEnd: 9 } })
  expect(change.failure.message).toBe(messages.waiting.answerFirst)
  expect((await bidding.schedule(sheet, auctionId, 45)).failure.message).toBe(messages.waiting.answerFirst)
})

test('Tokens of a suspended account are refused until it is reinstated; wrong passwords, a second factor and signing out end none', async () => {
  const person = await bidding.bidder()
  const { token } = await program(person)
  const suspend = (suspended_at: Date | null) =>
    bidding.db
      .updateTable('accounts')
      .set({ suspended_at, suspended_because: suspended_at && 'Chargebacks' })
      .where('id', '=', person.accountId)
      .execute()
  await suspend(new Date(systemClock.now()))
  expect((await list({ token })).failure).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Chargebacks'),
  })
  await suspend(null)
  for (let time = 0; time < 5; time += 1) {
    await bidding.api.call(api.signIn, { body: { email: person.email, password: 'wrong password' } })
  }
  const { secret } = (await bidding.api.call(api.beginTotp, { token: person.token })).body.data
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  expect((await bidding.api.call(api.confirmTotp, { token: person.token, body: { code } })).status).toBe(200)
  await bidding.api.call(api.endSessions, { token: person.token, body: { except_this: false } })
  expect((await list({ token })).status).toBe(200)
})

test('Another password and the deletion of the account end all its tokens, and no other account’s', async () => {
  const [changing, leaving, bystander] = [await bidding.bidder(), await bidding.bidder(), await bidding.bidder()]
  const [first, second, third] = [await program(changing), await program(leaving), await program(bystander)]
  const password = 'another horse battery'
  const changed = await bidding.api.call(api.changePassword, {
    token: changing.token,
    body: { password, confirmPassword: password },
  })
  expect(changed.status).toBe(200)
  expect((await list(first)).failure.code).toBe('token_invalid')
  expect(await deedsOf(changing)).toContain('API tokens ended: 1')
  expect((await bidding.api.call(api.deleteAccount, { token: leaving.token })).status).toBe(200)
  expect((await list(second)).failure.code).toBe('token_invalid')
  expect((await list(third)).status).toBe(200)
})

test('A token expires after 90 days, its owner gets one mail a week before, and it is deleted a month later', async () => {
  const clock = settableClock(systemClock.now())
  await using own = await startBidding({ clock })
  const person = await own.bidder()
  const make = (name: string, days?: number) =>
    own.api.call(api.makeApiToken, { token: person.token, body: { name, scope: 'read', ...(days && { days }) } })
  const secret = (await make('sheet')).body.data.secret
  await make('phone', 366)
  const pass = (ms: number) => clock.set(clock.now() + ms)
  const jobs = { ...own.ctx, clock }
  const mails = async () => {
    await remindOfExpiry(jobs)
    const rows = await own.db
      .selectFrom('notifications')
      .select('values')
      .where('kind', '=', 'api_token_expires')
      .execute()
    return rows.map(({ values }) => values)
  }
  pass(83 * DAY_MS - 1)
  expect(await mails()).toEqual([])
  pass(1)
  await mails()
  expect(await mails()).toEqual([expect.objectContaining({ name: 'sheet' })])
  expect((await own.api.call(api.listAuctions, { token: secret })).status).toBe(200)
  pass(7 * DAY_MS)
  expect((await own.api.call(api.listAuctions, { token: secret })).failure.message).toBe(messages.apiToken.expired)
  pass(30 * DAY_MS + 1)
  await cleanUp(jobs)
  expect(await own.db.selectFrom('api_tokens').select('name').execute()).toEqual([{ name: 'phone' }])
})

test('The programs of an account do at most a thousand deeds in six hours, and reading goes on', async () => {
  const { person, auction } = await bidding.scheduledBid()
  const sheet = await bidder(person)
  const name = `deeds ${person.accountId}`
  const used = { capacity: 1_000, used: 999.5, updated_at: new Date(systemClock.now()) }
  await bidding.db
    .insertInto('attempt_budgets')
    .values({ name, ...used })
    .execute()
  const { status, headers } = await bidding.api.call(api.removeAuction, {
    token: sheet.token,
    params: { id: auction.id },
  })
  expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect((await list(sheet)).body.data.auctions).toHaveLength(1)
  expect((await list(person)).body.data.auctions).toHaveLength(1)
})
