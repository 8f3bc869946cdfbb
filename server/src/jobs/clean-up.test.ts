import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { insertAccount } from '../../test/add-rows.ts'
import { startBidding } from '../../test/bidding.ts'
import { createTestDatabase } from '../../test/database.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { cleanUp } from './clean-up.ts'

const DAY_MS = 86_400_000

test('The clean-up deletes expired rows and untracked listings, and nothing else', async () => {
  await using bidding = await startBidding()
  const { db } = bidding
  const clock = manualClock(systemClock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS)
  const ann = await bidding.bidder()
  const [tracked, untracked] = [bidding.listItem(), bidding.listItem()]
  await bidding.track(ann, tracked.auctionId)
  await bidding.track(ann, untracked.auctionId)
  await db
    .updateTable('listings')
    .set({ last_checked_at: daysAgo(8) })
    .execute()
  await db.deleteFrom('tracked_auctions').where('id', '=', 2).execute()

  const key = { account_id: ann.accountId, request_hash: '-' }
  await db
    .insertInto('idempotency_keys')
    .values([
      { ...key, key: 'old', answer: null, created_at: daysAgo(2) },
      { ...key, key: 'new', answer: null, created_at: daysAgo(0.5) },
    ])
    .execute()
  await db
    .insertInto('login_locks')
    .values([
      { email_hash: Buffer.from('old'), caller: 'strangers', updated_at: daysAgo(8) },
      { email_hash: Buffer.from('locked'), caller: 'strangers', updated_at: daysAgo(8), locked_until: daysAgo(6.9) },
      { email_hash: Buffer.from('new'), caller: 'strangers', updated_at: daysAgo(6) },
    ])
    .execute()
  await db.deleteFrom('attempt_budgets').execute()
  await db
    .insertInto('attempt_budgets')
    .values([
      { name: 'old', capacity: 20, used: 20, updated_at: daysAgo(2) },
      { name: 'new', capacity: 20, used: 20, updated_at: daysAgo(0.5) },
    ])
    .execute()
  await db.deleteFrom('known_callers').execute()
  const caller = { account_id: ann.accountId, first_used_at: daysAgo(500) }
  await db
    .insertInto('known_callers')
    .values([
      { ...caller, caller: 'device old', last_used_at: daysAgo(401) },
      { ...caller, caller: 'device new', last_used_at: daysAgo(399) },
      { ...caller, caller: 'network old', last_used_at: daysAgo(91) },
      { ...caller, caller: 'network new', last_used_at: daysAgo(89) },
    ])
    .execute()
  await db
    .insertInto('read_shares')
    .values([
      { account_id: ann.accountId, marketplace: 'old', reads_until: daysAgo(0.5), refreshes_until: daysAgo(0.6) },
      { account_id: ann.accountId, marketplace: 'new', reads_until: daysAgo(0.5), refreshes_until: daysAgo(0.01) },
    ])
    .execute()
  await db
    .insertInto('used_once')
    .values([
      { hash: Buffer.alloc(32, 'old'), expires_at: daysAgo(0.05) },
      { hash: Buffer.alloc(32, 'new'), expires_at: daysAgo(0.04) },
    ])
    .execute()
  const [live, dead] = [randomUUID(), randomUUID()]
  const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('sessions')
    .values([
      { ...session, id: live, revoked_at: daysAgo(6) },
      { ...session, id: dead, revoked_at: daysAgo(8) },
    ])
    .execute()

  const notice = { account_id: ann.accountId, kind: 'bid_won', values: '{}' }
  await db
    .insertInto('notifications')
    .values([
      { ...notice, key: 'old', at: daysAgo(91) },
      { ...notice, key: 'new', at: daysAgo(89) },
    ])
    .execute()

  const times = { created_at: daysAgo(30), due_at: daysAgo(30) }
  const anImport = { account_id: ann.accountId, marketplace: 'site', confirms_high: false, ...times }
  const imports = await db
    .insertInto('imports')
    .values([
      { ...anImport, ended_at: daysAgo(8) },
      { ...anImport, ended_at: daysAgo(6) },
      { ...anImport, ended_at: null },
    ])
    .returning('id')
    .execute()
  const line = { line: 1, auction_id: '279250101', seconds: 5, note: '' }
  await db
    .insertInto('import_lines')
    .values(imports.map(({ id }) => ({ import_id: id, ...line })))
    .execute()

  await cleanUp(aCtx({ db, clock }))

  const keptLines = await db.selectFrom('import_lines').select('import_id').orderBy('import_id').execute()
  expect(keptLines.map(({ import_id }) => import_id)).toEqual(imports.slice(1).map(({ id }) => id))

  const notices = await db.selectFrom('notifications').select('key').where('kind', '=', 'bid_won').execute()
  expect(notices).toEqual([{ key: 'new' }])
  const left = async (
    table: 'idempotency_keys' | 'attempt_budgets' | 'known_callers' | 'sessions' | 'listings' | 'read_shares',
  ) => db.selectFrom(table).selectAll().execute()
  expect(await left('idempotency_keys')).toMatchObject([{ key: 'new' }])
  expect(await left('read_shares')).toHaveLength(2)
  expect(await left('attempt_budgets')).toMatchObject([{ name: 'new' }])
  expect(await left('known_callers')).toMatchObject([{ caller: 'device new' }, { caller: 'network new' }])
  const spent = await db.selectFrom('used_once').select('hash').execute()
  expect(spent).toEqual([{ hash: Buffer.alloc(32, 'new') }])
  const locks = await db.selectFrom('login_locks').select('email_hash').execute()
  expect(locks.map(({ email_hash }) => email_hash.toString())).toEqual(['locked', 'new'])
  expect((await left('sessions')).map((row) => ('id' in row ? row.id : null))).toEqual(
    expect.arrayContaining([session.id, live]),
  )
  expect(await left('sessions')).toHaveLength(2)
  expect(await left('listings')).toMatchObject([{ auction_id: tracked.auctionId }])
})

test('The clean-up deletes an engine thirty days after its end, unless it still holds a bid', async () => {
  await using bidding = await startBidding()
  const { db } = bidding
  const clock = manualClock(systemClock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS)
  const engine = (host: string, seenDaysAgo: number, stoppedDaysAgo: number | null) => ({
    host,
    pid: 1,
    pid_started: '-',
    started_at: daysAgo(40),
    heartbeat_at: daysAgo(seenDaysAgo),
    stopped_at: stoppedDaysAgo === null ? null : daysAgo(stoppedDaysAgo),
  })
  const engines = await db
    .insertInto('engines')
    .values([
      engine('stopped long ago', 31, 31),
      engine('died long ago', 31, null),
      engine('died long ago, over a bid', 31, null),
      engine('stopped of late', 29, 29),
      engine('at work', 0, null),
    ])
    .returning(['id', 'host'])
    .execute()
  const ann = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  const { id: tracked_auction_id } = await bidding.track(ann, auctionId)
  const listing = await db.selectFrom('listings').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('bids')
    .values({
      account_id: ann.accountId,
      tracked_auction_id,
      listing_id: listing.id,
      max_bid_cents: 100,
      seconds_before_end: 5,
      fire_at: daysAgo(31),
      engine_id: engines[2]!.id,
      created_at: daysAgo(32),
      updated_at: daysAgo(32),
    })
    .execute()

  await cleanUp(aCtx({ db, clock }))
  const left = await db.selectFrom('engines').select('host').orderBy('id').execute()
  expect(left.map(({ host }) => host)).toEqual(['died long ago, over a bid', 'stopped of late', 'at work'])
})

test('The clean-up deletes mails, links and requests for links after their time, and no mail that waits', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const clock = manualClock(systemClock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS)
  const account_id = await insertAccount(db, daysAgo(100), { email_verified_at: daysAgo(99) })
  const mail = (recipient: string, days: number, end: object) => ({
    id: randomUUID(),
    account_id,
    channel: 'email' as const,
    kind: 'verify-email',
    recipient,
    give_up_at: daysAgo(days),
    created_at: daysAgo(days),
    ...end,
  })
  await db
    .insertInto('deliveries')
    .values([
      mail('sent long ago', 91, { outcome: 'sent', ended_at: daysAgo(91) }),
      mail('given up long ago', 91, { outcome: 'too_late', ended_at: daysAgo(90) }),
      mail('sent', 89, { outcome: 'sent', ended_at: daysAgo(89) }),
      mail('waiting', 91, { next_try_at: daysAgo(91), content: '{}' }),
    ])
    .execute()
  const kept = { recipient: 'ann@example.com', subject: '', html: '', text: '' }
  await db
    .insertInto('mailbox')
    .values([8, 6].map((days) => ({ ...kept, id: randomUUID(), subject: String(days), sent_at: daysAgo(days) })))
    .execute()
  const link = { account_id, purpose: 'verify_email', created_at: daysAgo(9) } as const
  await db
    .insertInto('mail_links')
    .values([
      { ...link, email: 'expired', token_hash: Buffer.alloc(32, 1), expires_at: daysAgo(1.1) },
      { ...link, email: 'of late', token_hash: Buffer.alloc(32, 2), expires_at: daysAgo(0.9) },
    ])
    .execute()

  await cleanUp(aCtx({ db, clock }))

  const mails = await db.selectFrom('deliveries').select('recipient').orderBy('recipient').execute()
  expect(mails).toEqual([{ recipient: 'sent' }, { recipient: 'waiting' }])
  expect(await db.selectFrom('mailbox').select('subject').execute()).toEqual([{ subject: '6' }])
  expect(await db.selectFrom('mail_links').select('email').execute()).toEqual([{ email: 'of late' }])
})

test('The clean-up keeps records of people only for their periods, in batches, and leaves unsent mails', async () => {
  await using bidding = await startBidding()
  const { db } = bidding
  const clock = manualClock(systemClock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS)
  const { accountId } = await bidding.bidder()
  for (const table of ['deliveries', 'product_events'] as const) await db.deleteFrom(table).execute()
  const mail = (recipient: string, days: number, change: { account_id?: number; unsent?: true } = {}) => ({
    id: randomUUID(),
    account_id: change.account_id ?? null,
    channel: 'email' as const,
    kind: 'x',
    recipient,
    content: change.unsent ? '{}' : null,
    next_try_at: change.unsent ? daysAgo(days) : null,
    give_up_at: daysAgo(days),
    ended_at: change.unsent ? null : daysAgo(days),
    outcome: change.unsent ? null : ('sent' as const),
    created_at: daysAgo(days),
  })
  await db
    .insertInto('deliveries')
    .values([
      mail('kept', 89, { account_id: accountId }),
      mail('last', 8),
      mail('last of late', 6),
      mail('unsent', 100, { unsent: true }),
    ])
    .execute()
  const step = { step: 'abandoned', session_id: 's' } as const
  await db
    .insertInto('login_failure_trail')
    .values([...Array.from({ length: 1_500 }, () => ({ ...step, at: daysAgo(31) })), { ...step, at: daysAgo(29) }])
    .execute()
  const metric = { metric: 'LCP' as const, value: 900, page: '/', user_agent: '' }
  await db
    .insertInto('performance_metrics')
    .values([31, 29].map((days) => ({ ...metric, measured_at: daysAgo(days), at: daysAgo(days) })))
    .execute()
  await db
    .insertInto('product_events')
    .values([401, 399].map((days) => ({ kind: 'user_login' as const, account_id: accountId, at: daysAgo(days) })))
    .execute()
  const event = { account_id: accountId, kind: 'signed_out', outcome: 'ok' as const, detail: '{}' }
  await db
    .insertInto('security_events')
    .values([366, 364].map((days) => ({ ...event, at: daysAgo(days) })))
    .execute()

  await cleanUp(aCtx({ db, clock }))

  const mails = await db.selectFrom('deliveries').select('recipient').orderBy('created_at').execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['unsent', 'kept', 'last of late'])
  expect(await db.selectFrom('login_failure_trail').select('at').execute()).toEqual([{ at: daysAgo(29) }])
  expect(await db.selectFrom('performance_metrics').select('at').execute()).toEqual([{ at: daysAgo(29) }])
  expect(await db.selectFrom('product_events').select('at').execute()).toEqual([{ at: daysAgo(399) }])
  const signedOut = db.selectFrom('security_events').select('at').where('kind', '=', 'signed_out')
  expect(await signedOut.execute()).toEqual([{ at: daysAgo(364) }])
})

test('The clean-up deletes an account that was never verified, after thirty days, if it holds nothing', async () => {
  await using bidding = await startBidding()
  const { db, api } = bidding
  const clock = manualClock(systemClock.now())
  const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS)
  const ages: [name: string, days: number, verified: boolean][] = [
    ['unused', 31, false],
    ['young', 29, false],
    ['verified', 31, true],
    ['signed-in', 31, false],
  ]
  for (const [name, days, verified] of ages) {
    const { accountId } = await api.signUp(`${name}@example.com`)
    const set = { created_at: daysAgo(days), email_verified_at: verified ? daysAgo(days) : null }
    await db.updateTable('accounts').set(set).where('id', '=', accountId).execute()
    if (name !== 'signed-in') await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  }
  const bidder = await bidding.bidder()
  await db
    .updateTable('accounts')
    .set({ created_at: daysAgo(31) })
    .where('id', '=', bidder.accountId)
    .execute()
  await db.deleteFrom('sessions').where('account_id', '=', bidder.accountId).execute()

  await cleanUp(aCtx({ db, clock }))
  const left = await db.selectFrom('accounts').select('email').orderBy('id').execute()
  expect(left.map(({ email }) => email)).toEqual([
    'young@example.com',
    'verified@example.com',
    'signed-in@example.com',
    bidder.email,
  ])
})

test('A table that cannot be cleaned raises an alarm, and does not keep others from being cleaned', async () => {
  await using bidding = await startBidding()
  const { db } = bidding
  const clock = manualClock(systemClock.now())
  await db
    .insertInto('attempt_budgets')
    .values({ name: 'old', capacity: 1, used: 1, updated_at: new Date(0) })
    .execute()
  await sql`alter table known_callers rename to known_callers_away`.execute(db)
  await expect(cleanUp(aCtx({ db, clock }))).rejects.toThrow('known_callers')
  const budgets = db.selectFrom('attempt_budgets').select('name').where('name', '=', 'old')
  expect(await budgets.execute()).toEqual([])
  expect(await db.selectFrom('alarms').select(['kind', 'subject']).execute()).toEqual([
    { kind: 'retention_failed', subject: 'known_callers' },
  ])
})

test('A job that has failed for good is forgotten a day later', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await sql`
    select graphile_worker.permanently_fail_jobs(array[id], 'The site refuses')
      from (select (graphile_worker.add_job(task)).id from unnest(array['old', 'new']) task) added`.execute(db)
  await sql`update graphile_worker._private_jobs set updated_at = now() - interval '25 h' where id = 1`.execute(db)
  await cleanUp(aCtx({ db }))
  const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`.execute(db)
  expect(rows).toEqual([{ task: 'new' }])
})
