import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { type BidEventDetail, newBidEvent } from './bid-event.ts'
import { recordBidEvents } from './record-bid-events.ts'

const SITE_MESSAGE = 'Bid Received, Ann Canary of 1 Canary Street'
const ANSWERED: BidEventDetail = {
  kind: 'answered',
  attempt: 1,
  answer: 'leading',
  siteMessage: SITE_MESSAGE,
  priceCents: 2_100,
  tookMs: 48.5,
}

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const record = (bidId: number, detail: BidEventDetail, db = bidding.db) =>
  recordBidEvents(db, [newBidEvent(bidId, systemClock.now(), detail)])

const logOf = (bidId: number) =>
  bidding.db.selectFrom('bid_events').selectAll().where('bid_id', '=', bidId).orderBy('id').execute()

const pausesOf = (column: 'account_id' | 'account_pseudonym', value: number | string | null) =>
  bidding.db
    .selectFrom('pauses')
    .select(['account_id', 'account_pseudonym', 'state', 'requested_by'])
    .where(column, '=', value)
    .execute()

const deleteAccount = ({ accountId }: Person) => bidding.db.deleteFrom('accounts').where('id', '=', accountId).execute()

/** An account with two bids, of which the site has answered one, and a pause. */
async function aHistory() {
  const { person, bid } = await bidding.scheduledBid()
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  const second = (await bidding.schedule(person, auctionId, 40)).body.data.bid
  await record(bid.id, ANSWERED)
  await record(bid.id, { kind: 'released', because: 'unfit' })
  await record(bid.id, {
    kind: 'preflight',
    findings: [{ code: 'account_limit', severity: 'red', message: SITE_MESSAGE, remedy: 'pay_at_site', url: null }],
  })
  await bidding.api.call(api.setPause, { token: person.token, body: { paused: true } })
  return { person, bidIds: [bid.id, second.id] as const }
}

test('Deleting an account keeps its events and pauses under one pseudonym and without texts from the site', async () => {
  const [{ person, bidIds }, bystander] = [await aHistory(), await aHistory()]
  const bystandersLog = await logOf(bystander.bidIds[0])
  const [before, secondBefore] = [await logOf(bidIds[0]), await logOf(bidIds[1])]
  await deleteAccount(person)

  expect(await bidding.db.selectFrom('bids').select('id').where('id', 'in', bidIds).execute()).toEqual([])
  const [log, secondLog] = [await logOf(bidIds[0]), await logOf(bidIds[1])]
  const pseudonym = log[0]!.account_pseudonym
  expect(pseudonym).toMatch(/^[\da-f-]{36}$/)
  const kept = ({ detail: _detail, account_pseudonym: _pseudonym, ...event }: (typeof log)[number]) => event
  expect(log.map(kept)).toEqual(before.map(kept))
  expect(secondLog.map(kept)).toEqual(secondBefore.map(kept))
  expect(new Set([...log, ...secondLog].map((event) => event.account_pseudonym))).toEqual(new Set([pseudonym]))
  expect(log.map(({ detail }) => detail)).toEqual([
    { kind: 'scheduled', maxBidCents: 2_500, secondsBeforeEnd: 5 },
    { ...ANSWERED, siteMessage: '' },
    { kind: 'released', because: 'unfit' },
    {
      kind: 'preflight',
      findings: [{ code: 'account_limit', severity: 'red', message: '', remedy: 'pay_at_site', url: null }],
    },
    { kind: 'paused', by: 'owner', reason: null },
  ])
  expect(await pausesOf('account_id', person.accountId)).toEqual([])
  expect(await pausesOf('account_pseudonym', pseudonym)).toMatchObject([{ state: 'all', requested_by: 'owner' }])

  expect(await logOf(bystander.bidIds[0])).toEqual(bystandersLog)
  expect(await pausesOf('account_id', bystander.person.accountId)).toMatchObject([{ account_pseudonym: null }])
})

test('An event that arrives after its account was deleted is kept once, under the pseudonym and without texts', async () => {
  const { person, bidIds } = await aHistory()
  await deleteAccount(person)
  const late = newBidEvent(bidIds[0], systemClock.now(), ANSWERED)
  await recordBidEvents(bidding.db, [late])
  await recordBidEvents(bidding.db, [late])
  const log = await logOf(bidIds[0])
  expect(log.filter(({ key }) => key === late.key)).toMatchObject([
    { account_pseudonym: log[0]!.account_pseudonym, detail: { ...ANSWERED, siteMessage: '' } },
  ])
})

test('An event that is written while its account is deleted loses its texts, whichever comes first', async () => {
  for (const first of ['event', 'deletion'] as const) {
    const { person, bidIds } = await aHistory()
    const write = () => record(bidIds[1], ANSWERED)
    const remove = () => deleteAccount(person)
    let waiting: Promise<unknown> | undefined
    await bidding.db.transaction().execute(async (tx) => {
      if (first === 'event') await record(bidIds[1], ANSWERED, tx)
      else await tx.deleteFrom('accounts').where('id', '=', person.accountId).execute()
      waiting = first === 'event' ? remove() : write()
      expect(await pollUntil(systemClock, isAnyQueryWaiting, { everyMs: 5, forMs: 60_000 })).toBe(true)
    })
    await waiting
    const log = await logOf(bidIds[1])
    expect(log.at(-1)).toMatchObject({
      account_pseudonym: log[0]!.account_pseudonym,
      detail: { ...ANSWERED, siteMessage: '' },
    })
    expect(log[0]!.account_pseudonym).not.toBeNull()
  }
})

async function isAnyQueryWaiting() {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`.execute(bidding.db)
  return rows.length > 0 || null
}

test.each([
  'delete from bid_events',
  'delete from pauses',
  'truncate bid_events',
  'truncate pauses cascade',
  'update bid_events set bid_id = bid_id',
  'update pauses set requested_by = requested_by',
  'update bid_events set account_pseudonym = gen_random_uuid(), detail = without_free_text(detail)',
  'update pauses set account_id = null, account_pseudonym = gen_random_uuid() where account_id is not null',
])('The audit trail refuses the statement: %s', async (statement) => {
  const { bidIds } = await aHistory()
  const before = await logOf(bidIds[0])
  await expect(sql.raw(statement).execute(bidding.db)).rejects.toThrow('append-only')
  expect(await logOf(bidIds[0])).toEqual(before)
})

test('An event of a bid that never existed is refused by the database', async () => {
  const insert = sql`
    insert into bid_events (key, bid_id, kind, at) values (gen_random_uuid(), 999999, 'cancelled', now())`
  await expect(insert.execute(bidding.db)).rejects.toThrow('bid 999999 does not exist')
})
