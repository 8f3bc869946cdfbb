import { api, IMPORT, messages, type NewImport } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { settableClock } from '../../../test/settable-clock.ts'
import { systemClock } from '../../platform/clock.ts'
import { workOnImports } from './work-on-imports.ts'

let bidding: Bidding
let ann: Person
/** What happens before the site is asked for an item. */
let onRead = async () => {}
const clock = settableClock(systemClock.now())
beforeAll(async () => {
  bidding = await startBidding({
    marketplace: (real) => ({
      ...real,
      async readItem(...args) {
        await onRead()
        return real.readItem(...args)
      },
    }),
  })
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(async () => {
  ann = await bidding.bidder()
})
afterEach(async () => {
  onRead = async () => {}
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db.deleteFrom('imports').execute()
})

type Body = NewImport & { key?: string }
const send = ({ key, ...body }: Body, { token } = ann) =>
  bidding.api.call(api.importAuctions, { token, body, ...(key && { headers: { 'Idempotency-Key': key } }) })
const start = async (body: NewImport) => (await send(body)).body.data.import.id
const read = async (id: number) =>
  (await bidding.api.call(api.readImport, { token: ann.token, params: { id } })).body.data
const tracked = async ({ token } = ann) =>
  (await bidding.api.call(api.listAuctions, { token })).body.data.auctions.map(({ auction_id }) => auction_id)
const bids = async ({ token } = ann) => (await bidding.api.call(api.listBids, { token })).body.data.bids

/** Lets time pass for the imports. */
const pass = (ms: number) =>
  sql`update imports set begun_at = begun_at - ${ms} * interval '1 ms', due_at = due_at - ${ms} * interval '1 ms'`.execute(
    bidding.db,
  )

/** Lets so many turns of a second pass. */
async function work(turns = 1) {
  for (let turn = 0; turn < turns; turn += 1) {
    clock.set(Math.max(clock.now(), systemClock.now()) + IMPORT.everyMs)
    await pass(IMPORT.everyMs)
    await workOnImports({ ...bidding.ctx, clock })
  }
}

test('A file with as many lines as possible, and long notes, is taken by one call, and none is read or tracked by it', async () => {
  const lines = Array.from({ length: IMPORT.maxLines }, (_, index) => ({
    line: index + 2,
    link: `${bidding.house.url}/item/${300_000_000 + index}`,
    max: 10 + (index % 90),
    seconds: 7,
    note: 'a, "b"\n'.repeat(150),
  }))
  const reads = bidding.house.control.readReads()
  const { status, body } = await send({ lines })
  expect(status).toBe(200)
  expect(body.data.import).toMatchObject({ lines: 500, ended_at: null, bids: false, left_ms: 500_000, faults: 0 })
  expect(bidding.house.control.readReads()).toEqual(reads)
  expect(await tracked()).toEqual([])
})

test('Lines that break a rule are named with their field and rule, and nothing of the file is taken', async () => {
  const [good, other] = [bidding.listItem(), bidding.listItem()]
  const lines = Array.from({ length: 490 }, (_, index) => ({ line: index + 2, link: String(300_000_000 + index) }))
  const { status, failure } = await send({
    lines: [
      ...lines,
      { line: 20_001, link: good.auctionId, max: 1.999 },
      { line: 20_002, link: 'https://www.ebay.com/itm/1' },
      { line: 20_003, link: ' ' },
      { line: 20_004, link: `${bidding.house.url}/item/${good.auctionId}` },
      { line: 20_005, link: other.auctionId, seconds: 181 },
      { line: 20_005, link: '299999999', note: 'a\u0007b' },
    ],
  })
  expect([status, failure.code, failure.message]).toEqual([
    422,
    'rule_broken',
    `5 lines cannot be imported, so none was. Line 20001: ${messages.importing.noAmount}`,
  ])
  expect(failure.details).toEqual([
    { path: 'lines.490.max', message: `Line 20001: ${messages.importing.noAmount}` },
    { path: 'lines.491.link', message: `Line 20002: ${messages.importing.noItem}` },
    { path: 'lines.492.link', message: `Line 20003: ${messages.importing.noLink}` },
    { path: 'lines.493.link', message: `Line 20004: ${messages.importing.repeated(20_001)}` },
    {
      path: 'lines.494.seconds',
      message: `Line 20005: ${messages.importing.noLead(messages.bidRefusal.leadOutOfRange)}`,
    },
    { path: 'lines.495.line', message: `Line 20005: ${messages.importing.sameNumber}` },
    { path: 'lines.495.note', message: `Line 20005: ${messages.importing.badNote(messages.note.noteWithControls)}` },
  ])
  const all = await send({ lines: lines.map(({ line }) => ({ line, link: 'lamp' })) })
  expect(all.failure.message).toContain('490 lines')
  expect(all.failure.details).toHaveLength(IMPORT.maxFaults)
  expect((await bidding.api.call(api.listImports, { token: ann.token })).body.data.imports).toEqual([])
  expect(await bidding.db.selectFrom('import_lines').select('line').execute()).toEqual([])
})

test('Lines are tracked one a second with their notes, nothing is bid, and each line that failed says why', async () => {
  const [lamp, closed, before] = [bidding.listItem(), bidding.listItem(), bidding.listItem()]
  bidding.house.control.closeListing({ itemId: closed.itemId })
  const { id: beforeId } = await bidding.track(ann, before.auctionId)
  await bidding.api.call(api.noteAuction, {
    token: ann.token,
    params: { id: beforeId },
    body: { note: 'there before', replaces: '' },
  })
  const bystander = await bidding.bidder()
  const id = await start({
    lines: [
      { link: lamp.auctionId, max: 41.5, seconds: 9, note: 'for Mum' },
      { link: '999999999', note: 'gone' },
      { link: closed.auctionId },
      { link: before.auctionId, note: 'not over what is there' },
    ],
  })
  await work()
  expect((await read(id)).import).toMatchObject({ left_ms: 3_000, results: { tracked: 1 } })
  // A second process, or a timer that is early, begins no other line within the second.
  await workOnImports({ ...bidding.ctx, clock })
  expect((await read(id)).import.left_ms).toBe(3_000)
  await work(4)
  const { import: done, undone } = await read(id)
  expect(done).toMatchObject({
    ended_at: expect.any(String),
    left_ms: 0,
    faults: 3,
    results: { tracked: 1, scheduled: 0, already_tracked: 1, failed: 2, cancelled: 0 },
  })
  expect(undone.map(({ line, result, fault }) => [line, result, fault])).toEqual([
    [2, 'failed', messages.auction.notFoundAtSite('Auction House', '999999999')],
    [3, 'failed', messages.auction.alreadyOver],
    [4, 'already_tracked', messages.importing.noteKept],
  ])
  const { auctions } = (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data
  const rows = auctions.map((auction) => [
    auction.auction_id,
    auction.note,
    auction.max_bid,
    auction.bid_timing_preference,
  ])
  expect(new Set(rows)).toEqual(
    new Set([
      [lamp.auctionId, 'for Mum', 41.5, '9'],
      [before.auctionId, 'there before', null, '5'],
    ]),
  )
  expect([await bids(), await tracked(bystander), await bids(bystander)]).toEqual([[], [], []])

  // Nobody has to look whether it has ended.
  const told = ({ accountId }: Person) =>
    bidding.db.selectFrom('notifications').select(['kind', 'values']).where('account_id', '=', accountId).execute()
  const values = { tracked: 1, bids: 0, before: 1, faults: 3 }
  expect(await told(ann)).toEqual([{ kind: 'import_ended', values }])
  const context = { site: 'Auction House', time: String }
  expect(messages.notification.KINDS.import_ended.textOf(values, context)?.text).toBe(
    '1 tracked, 1 tracked before. Of 3 lines, not everything was done.',
  )
  expect(await told(bystander)).toEqual([])
})

test('Maxima that the user ticked are bid within all limits, and a tracked auction and its bid stay as they are', async () => {
  const item = () => bidding.listItem({ startingPrice: 10 })
  const [low, high, mine, plain] = [item(), item(), item(), item()]
  await bidding.track(ann, mine.auctionId)
  await bidding.schedule(ann, mine.auctionId, 12)
  const lines = [
    { link: low.auctionId, max: 15, seconds: 8, note: 'bid' },
    { link: high.auctionId, max: 400 },
    { link: mine.auctionId, max: 25 },
    { link: plain.auctionId },
  ]
  const id = await start({ lines, bid: true })
  await work(5)
  const { import: done, undone } = await read(id)
  expect(done).toMatchObject({ bids: true, faults: 2, results: { tracked: 2, scheduled: 1, already_tracked: 1 } })
  expect(undone).toMatchObject([
    { line: 2, result: 'tracked', max: 400, fault: expect.stringContaining('without the bid of the file') },
    { line: 3, result: 'already_tracked', fault: messages.importing.noBid(messages.importing.bidKept) },
  ])
  expect(new Set((await bids()).map(({ auction_id, max_bid }) => [auction_id, max_bid]))).toEqual(
    new Set([
      [low.auctionId, 15],
      [mine.auctionId, 12],
    ]),
  )

  const dear = bidding.listItem({ startingPrice: 10 })
  await start({ lines: [{ link: dear.auctionId, max: 400 }], bid: true, confirm_high: true })
  await work()
  expect(await bids()).toContainEqual(expect.objectContaining({ auction_id: dear.auctionId, max_bid: 400 }))
})

test('What the file adds to auctions that are tracked is done, and the same file once more changes nothing', async () => {
  const item = () => bidding.listItem({ startingPrice: 10 })
  const [plain, planned, noted] = [item(), item(), item()]
  for (const { auctionId } of [plain, planned, noted]) await bidding.track(ann, auctionId)
  const lines = [
    { link: plain.auctionId, max: 15, seconds: 8 },
    { link: planned.auctionId, max: 20, note: 'for Mum' },
    { link: noted.auctionId, note: 'a spare' },
  ]
  for (const scheduled of [2, 0]) {
    const id = await start({ lines, bid: true })
    await work(4)
    const { import: done } = await read(id)
    const results = { scheduled, already_tracked: 3 - scheduled, tracked: 0 }
    expect(done).toMatchObject({ ended_at: expect.any(String), faults: 0, results })
    expect(new Set((await bids()).map((bid) => [bid.auction_id, bid.max_bid, bid.seconds_before_end]))).toEqual(
      new Set([
        [plain.auctionId, 15, 8],
        [planned.auctionId, 20, 5],
      ]),
    )
  }
  const { auctions } = (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data
  expect(new Set(auctions.map(({ note }) => note))).toEqual(new Set(['', 'for Mum', 'a spare']))
})

test('A maximum that nobody ticked is said to be lost where its auction is tracked with another one', async () => {
  const [other, same] = [bidding.listItem(), bidding.listItem()]
  await bidding.track(ann, other.auctionId)
  await bidding.track(ann, same.auctionId)
  await bidding.schedule(ann, same.auctionId, 12)
  const id = await start({
    lines: [
      { link: other.auctionId, max: 15 },
      { link: same.auctionId, max: 12 },
    ],
  })
  await work(3)
  expect((await read(id)).undone).toMatchObject([{ line: 1, fault: messages.importing.maxNotKept }])
})

test('After signing out, the lines are still tracked, and no further one is bid on', async () => {
  const { auctionId } = bidding.listItem()
  const id = await start({ lines: [{ link: auctionId, max: 15 }], bid: true })
  await bidding.api.call(api.logout, { token: ann.token })
  await work()
  const line = await bidding.db.selectFrom('import_lines').selectAll().where('import_id', '=', id).executeTakeFirst()
  expect(line).toMatchObject({ state: 'tracked', fault: messages.importing.signedOut })
  expect(await bidding.db.selectFrom('bids').select('id').where('account_id', '=', ann.accountId).execute()).toEqual([])
})

test('A session that has expired has nothing bid, also before it is deleted', async () => {
  const { auctionId } = bidding.listItem()
  const id = await start({ lines: [{ link: auctionId, max: 15 }], bid: true })
  const expired = { expires_at: new Date(systemClock.now() - 1_000) }
  await bidding.db.updateTable('sessions').set(expired).where('account_id', '=', ann.accountId).execute()
  await work()
  const line = await bidding.db.selectFrom('import_lines').selectAll().where('import_id', '=', id).executeTakeFirst()
  expect(line).toMatchObject({ state: 'tracked', fault: messages.importing.signedOut })
  expect(await bidding.db.selectFrom('bids').select('id').where('account_id', '=', ann.accountId).execute()).toEqual([])
})

test('A note that a program has cut in the middle of a character is kept', async () => {
  const { auctionId } = bidding.listItem()
  await start({ lines: [{ link: auctionId, note: 'a lamp \ud83d' }] })
  await work()
  const { auctions } = (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data
  expect(auctions).toMatchObject([{ auction_id: auctionId, note: 'a lamp \ufffd' }])
})

test('A program imports with the scope for tracking, cannot have maxima bid, and reads alone with less', async () => {
  const make = async (scope: 'read' | 'track') =>
    (await bidding.api.call(api.makeApiToken, { token: ann.token, body: { name: scope, scope } })).body.data.secret
  const [reader, tracker] = [await make('read'), await make('track')]
  const { auctionId } = bidding.listItem()
  const lines = [{ link: auctionId, max: 15 }]
  const as = (token: string, body: NewImport) => bidding.api.call(api.importAuctions, { token, body })
  expect((await as(reader, { lines })).failure.code).toBe('scope_missing')
  const refused = await as(tracker, { lines, bid: true })
  expect([refused.status, refused.failure.message]).toEqual([403, messages.importing.noBidsOfPrograms])
  const { status, body } = await as(tracker, { lines })
  expect(status).toBe(200)
  const { id } = body.data.import
  expect((await bidding.api.call(api.readImport, { token: reader, params: { id } })).status).toBe(200)
  const cancelled = await bidding.api.call(api.cancelImport, { token: tracker, params: { id } })
  expect(cancelled.body.data.import).toMatchObject({ results: { cancelled: 1 }, ended_at: expect.any(String) })
})

test('Once the token of a program is revoked, its import ends, and the owner can import', async () => {
  const made = (await bidding.api.call(api.makeApiToken, { token: ann.token, body: { name: 'sheet', scope: 'track' } }))
    .body.data
  const [first, second] = [bidding.listItem(), bidding.listItem()]
  const lines = [{ link: first.auctionId }, { link: second.auctionId }]
  const { id } = (await bidding.api.call(api.importAuctions, { token: made.secret, body: { lines } })).body.data.import
  await work()
  await bidding.api.call(api.revokeApiToken, { token: ann.token, params: { id: made.token.id } })
  await work()
  expect(await tracked()).toEqual([first.auctionId])
  const results = { tracked: 1, cancelled: 1 }
  expect((await read(id)).import).toMatchObject({ ended_at: expect.any(String), results })
  expect((await send({ lines })).status).toBe(200)
})

test('A machine whose clock is ten minutes ahead holds up no import of the others', async () => {
  const [first, second] = [bidding.listItem(), bidding.listItem()]
  const id = await start({ lines: [{ link: first.auctionId }, { link: second.auctionId }] })
  await workOnImports({ ...bidding.ctx, clock: { ...clock, now: () => systemClock.now() + 600_000 } })
  await pass(IMPORT.everyMs)
  await workOnImports(bidding.ctx)
  expect((await read(id)).import).toMatchObject({ ended_at: expect.any(String), results: { tracked: 2 } })
})

test('Two calls with one key make one import, and a second import waits for the end of the first', async () => {
  const lines = [{ link: bidding.listItem().auctionId }]
  const [one, two] = [await send({ lines, key: 'sunday' }), await send({ lines, key: 'sunday' })]
  expect(two.body).toEqual(one.body)
  expect(one.status).toBe(200)
  const other = await send({ lines, key: 'monday' })
  expect([other.status, other.failure.message]).toEqual([409, messages.importing.oneAtATime])
  await work(2)
  expect((await send({ lines, key: 'monday' })).status).toBe(200)
  expect((await bidding.api.call(api.listImports, { token: ann.token })).body.data.imports).toHaveLength(2)
})

test("A stranger's import is as if it were not there", async () => {
  const { auctionId } = bidding.listItem()
  const id = await start({ lines: [{ link: auctionId }] })
  const { token } = await bidding.bidder()
  for (const [endpoint, number] of [api.readImport, api.cancelImport].flatMap(
    (each) =>
      [
        [each, id],
        [each, 999],
      ] as const,
  )) {
    const { status, failure } = await bidding.api.call(endpoint, { token, params: { id: number } })
    expect([status, failure.message]).toEqual([404, messages.importing.notFound])
  }
  expect((await bidding.api.call(api.listImports, { token })).body.data.imports).toEqual([])
  await work()
  expect(await tracked()).toEqual([auctionId])
})

test('What is cancelled is neither tracked nor bid on, and what is tracked stays', async () => {
  const [first, second] = [bidding.listItem(), bidding.listItem()]
  const id = await start({ lines: [{ link: first.auctionId }, { link: second.auctionId, max: 20, note: 'later' }] })
  await work()
  await bidding.api.call(api.cancelImport, { token: ann.token, params: { id } })
  await work(2)
  expect(await tracked()).toEqual([first.auctionId])
  expect(await read(id)).toMatchObject({
    import: { results: { tracked: 1, cancelled: 1 }, left_ms: 0 },
    undone: [{ line: 2, result: 'cancelled', fault: null, max: 20, note: 'later' }],
  })
})

test('An account imports so often within a week, so that whoever imports and cancels in turns fills no disk', async () => {
  const lines = [{ link: '300000000' }]
  const id = await start({ lines })
  await bidding.api.call(api.cancelImport, { token: ann.token, params: { id } })
  await sql`insert into imports (account_id, marketplace, confirms_high, created_at, due_at, ended_at)
    select account_id, marketplace, confirms_high, created_at, due_at, ended_at
      from imports, generate_series(2, ${IMPORT.maxInWeek})`.execute(bidding.db)
  const { status, failure } = await send({ lines })
  expect([status, failure.message]).toEqual([409, messages.importing.tooManyInWeek(IMPORT.maxInWeek)])
  expect((await send({ lines }, await bidding.bidder())).status).toBe(200)
})

test('A site that fails holds the import up, and an item that it never shows ends as failed after all others', async () => {
  const [broken, fine] = [bidding.listItem(), bidding.listItem()]
  const id = await start({ lines: [{ link: broken.auctionId }, { link: fine.auctionId }] })
  bidding.house.control.addFault({ kind: 'status', status: 503 })
  await work(5)
  expect((await read(id)).import).toMatchObject({ left_ms: 2_000, faults: 0 })
  bidding.house.control.clearFaults()
  await bidding.db.deleteFrom('read_budgets').execute()

  bidding.house.control.addFault({ kind: 'html', itemId: broken.itemId })
  for (let turn = 0; turn < 40; turn += 1) {
    await work()
    await bidding.db.deleteFrom('read_budgets').execute()
  }
  const { import: done, undone } = await read(id)
  expect(done).toMatchObject({ ended_at: expect.any(String), results: { tracked: 1, failed: 1 } })
  expect(undone).toMatchObject([{ line: 1, fault: messages.auction.siteUnavailable('Auction House', 'not_json') }])
})

test('An item that a process holds that may have died is tried until it is let go of', async () => {
  const [held, fine] = [bidding.listItem(), bidding.listItem()]
  await bidding.api.call(api.scrapeAuction, { token: (await bidding.bidder()).token, body: { url: held.auctionId } })
  const claim = bidding.db.updateTable('listings').where('auction_id', '=', held.auctionId)
  const claimedUntil = new Date(systemClock.now() + 600_000)
  await claim.set({ last_checked_at: new Date(0), read_claimed_until: claimedUntil }).execute()
  const id = await start({ lines: [{ link: held.auctionId }, { link: fine.auctionId }] })
  let instant = 0
  const hurried = {
    ...clock,
    monotonic: () => instant,
    sleepUntil: async (at: number) => {
      instant = at
    },
  }
  for (let turn = 0; turn < 5; turn += 1) {
    clock.set(Math.max(clock.now(), systemClock.now()) + 10_000)
    await pass(10_000)
    await workOnImports({ ...bidding.ctx, clock: hurried })
  }
  expect((await read(id)).import).toMatchObject({ ended_at: null, faults: 0, results: { tracked: 0, failed: 0 } })
  await claim.set({ read_claimed_until: null }).execute()
  clock.set(clock.now() + 10_000)
  await pass(10_000)
  await work(4)
  expect((await read(id)).import).toMatchObject({ ended_at: expect.any(String), results: { tracked: 2, failed: 0 } })
})

test('A line whose process dies before it can say what it did leaves no half of it, and is done once when it can', async () => {
  const { auctionId } = bidding.listItem()
  const id = await start({ lines: [{ link: auctionId, max: 15, note: 'once' }], bid: true })
  const { db } = bidding
  await sql`create or replace function refuse_state() returns trigger language plpgsql as
    $$ begin raise 'the process has died'; end $$`.execute(db)
  for (const [state, isTracked] of [
    ['begun', false],
    ['scheduled', true],
  ] as const) {
    await sql`create trigger dies before update of state on import_lines for each row
      when (new.state = ${sql.lit(state)}) execute function refuse_state()`.execute(db)
    await work().catch(() => {})
    expect([state, await tracked(), await bids()]).toEqual([state, isTracked ? [auctionId] : [], []])
    await sql`drop trigger dies on import_lines`.execute(db)
    // What died holds its import for two minutes.
    await pass(120_000)
  }
  await work()
  expect((await read(id)).import).toMatchObject({ results: { scheduled: 1 }, faults: 0, ended_at: expect.any(String) })
  const { auctions } = (await bidding.api.call(api.listAuctions, { token: ann.token })).body.data
  expect(auctions).toMatchObject([{ auction_id: auctionId, note: 'once' }])
  expect(await bids()).toMatchObject([{ auction_id: auctionId, max_bid: 15 }])
})

test('What its owner cancels while the process of the import is dead is not bid once more', async () => {
  const [first, second] = [bidding.listItem(), bidding.listItem()]
  const lines = [first, second].map(({ auctionId }) => ({ link: auctionId, max: 15 }))
  const id = await start({ lines, bid: true })
  await sql`create or replace function refuse_state() returns trigger language plpgsql as
    $$ begin raise 'the process has died'; end $$`.execute(bidding.db)
  await sql`create trigger dies before update of due_at on imports for each row
    when (new.begun_at = old.begun_at) execute function refuse_state()`.execute(bidding.db)
  await work().catch(() => {})
  await sql`drop trigger dies on imports`.execute(bidding.db)
  const [bid] = await bids()
  await bidding.api.call(api.cancelBid, { token: ann.token, params: { id: bid!.id } })
  await pass(120_000)
  await work(2)
  expect((await read(id)).import).toMatchObject({ results: { scheduled: 2 }, ended_at: expect.any(String) })
  expect((await bids()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'pending'])
})

test.each(['suspended', 'to be deleted'])('The import of an account that is %s waits', async (state) => {
  const { db } = bidding
  const id = await start({ lines: [{ link: bidding.listItem().auctionId }] })
  const [account_id, at] = [ann.accountId, new Date(clock.now())]
  if (state === 'suspended') await suspend({ suspended_at: at, suspended_because: 'a test' })
  else await db.insertInto('account_deletions').values({ account_id, requested_by: 'owner' }).execute()
  await work()
  await suspend({ suspended_at: null, suspended_because: null })
  expect((await read(id)).import.left_ms).toBe(1_000)
  await db.updateTable('account_deletions').set({ cancelled_at: at }).where('account_id', '=', account_id).execute()
  await work()
  expect((await read(id)).import).toMatchObject({ results: { tracked: 1 } })

  async function suspend(columns: { suspended_at: Date | null; suspended_because: string | null }) {
    await db.updateTable('accounts').set(columns).where('id', '=', account_id).execute()
  }
})

test('A line that is cancelled while its item is read is not tracked', async () => {
  const id = await start({ lines: [{ link: bidding.listItem().auctionId }] })
  const [reading, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onRead = async () => {
    reading.resolve()
    await answered.promise
  }
  const working = work()
  await reading.promise
  await bidding.api.call(api.cancelImport, { token: ann.token, params: { id } })
  answered.resolve()
  await working
  expect(await tracked()).toEqual([])
  expect(await read(id)).toMatchObject({ import: { results: { cancelled: 1, tracked: 0 } }, undone: [{ fault: null }] })
})
