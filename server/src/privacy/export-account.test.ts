import { readFileSync } from 'node:fs'
import { AccountExport, api, API_BASE, SESSION } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { readMails } from '../../test/read-mails.ts'
import { tablesOfAccounts } from '../../test/tables-of-accounts.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { EXPORT_SECTIONS, NOT_EXPORTED } from './export-sections.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const call: Bidding['api']['call'] = (...args) => bidding.api.call(...args)
const statusOf = async (token: string) => (await call(api.readProfile, { token })).status
const bidRow = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirst()
const accountRow = ({ accountId }: Person) =>
  bidding.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()

async function forgetProof({ accountId }: Person) {
  const proven_at = new Date(systemClock.now() - SESSION.proofMs - 1_000)
  await bidding.db.updateTable('sessions').set({ proven_at }).where('account_id', '=', accountId).execute()
}

async function download({ token }: Person) {
  const url = bidding.api.url + API_BASE + api.exportAccount.path
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  return { response, text: await response.text() }
}

const kindsOf = async ({ token }: Person) =>
  (await call(api.listSecurityEvents, { token })).body.data.events.map(({ kind, outcome }) => `${kind} ${outcome}`)

test('Every table with rows of accounts is in the file of an account, or is left out for a reason', async () => {
  const exported = Object.values(EXPORT_SECTIONS).flatMap(({ tables }) => tables as readonly string[])
  const left = Object.keys(NOT_EXPORTED)
  expect(left.filter((table) => exported.includes(table))).toEqual([])
  expect(
    (await tablesOfAccounts(bidding.db)).filter((table) => !exported.includes(table) && !left.includes(table)),
  ).toEqual([])
  expect(Object.keys(AccountExport.shape).slice(3)).toEqual(Object.keys(EXPORT_SECTIONS))
})

test('The file of an account holds all of its own records, nothing of others, and no secret', async () => {
  const [{ person, bid, auctionId }, other] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const { token, accountId, email } = person
  await bidding.db.updateTable('connections').set({ sealed_credentials: '{"canary":"sealed"}' }).execute()
  await call(api.signIn, { body: { email, password: 'a wrong one' } })
  const { secret } = (await call(api.beginTotp, { token })).body.data
  for (const account of [person, other.person]) {
    const order = { account_id: account.accountId, marketplace: 'auction-house', auction_id: auctionId, paid: true }
    await bidding.db
      .insertInto('orders')
      .values({ ...order, pay_by: '2026-10-14', tax_cents: 77 })
      .execute()
  }

  const { response, text } = await download(person)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="bidwell-account-[\d-]+\.json"$/)
  const file = AccountExport.parse(JSON.parse(text))
  expect(file.account).toMatchObject([{ id: accountId, email, has_password: true }])
  expect(file.auctions).toMatchObject([{ auction_id: auctionId, title: 'Brass lamp' }])
  expect(file.bids).toMatchObject([
    { id: bid.id, max_bid_cents: 2_500, status: 'pending', events: [{ kind: 'scheduled' }] },
  ])
  expect(file.orders).toMatchObject([{ auction_id: auctionId, paid: true, pay_by: '2026-10-14', tax_cents: 77 }])
  expect(file.sessions).toHaveLength(1)
  expect(file.site_logins).toMatchObject([{ masked_username: 'd••o' }])
  expect(file.product_events.map(({ kind }) => kind)).toContain('bid_scheduled')
  expect(file.security_log.map(({ kind, outcome }) => `${String(kind)} ${String(outcome)}`)).toEqual(
    expect.arrayContaining(['registered ok', 'signed_in failed', 'data_exported ok']),
  )
  expect(file.notifications.map(({ kind }) => kind)).toContain('data_exported')

  const row = (await accountRow(person))!
  const session = await bidding.db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const secrets = [row.password_hash!, session.jti, secret, 'sealed_credentials', 'canary', other.person.email]
  for (const each of secrets) expect(text.includes(each), each).toBe(false)
  expect((await readMails(bidding.db, email)).map(({ subject }) => subject)).toContain('Your data was downloaded')
})

test('Docs/export.md names every list of the file and the fields of its records, and no other', async () => {
  const document = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8')
  const accountId = 0
  for (const [name, section] of Object.entries(EXPORT_SECTIONS)) {
    // One row of nulls where the account has none, for the names of the columns.
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) as row from (
        select r.* from (select 1) one
          left join (${section.rows({ accountId, emailHash: Buffer.alloc(32) })}) r on true) t`.execute(bidding.db)
    const line = document.split('\n').find((each) => each.startsWith(`| \`${name}\` `)) ?? ''
    const withoutNested = line.replaceAll(/\(.*?\)/g, '')
    const [, ...fields] = [...withoutNested.matchAll(/`(\w+)`/g)].map(([, field = '']) => field)
    const columns = Object.keys(rows[0]?.row ?? {})
    expect([name, columns.length > 0]).toEqual([name, true])
    expect([name, fields.toSorted()]).toEqual([name, columns.toSorted()])
  }
})

test('An account has one file written at a time, and the process two, so that exports leave connections to others', async () => {
  const people = [await bidding.api.signUp(), await bidding.api.signUp(), await bidding.api.signUp()] as const
  const statuses: number[] = []
  const start = async (person: Person) => statuses.push((await download(person)).response.status)
  const waiting: Promise<unknown>[] = []
  await bidding.db.transaction().execute(async (tx) => {
    // Every export waits for its mail to be written.
    await sql`lock table deliveries in share mode`.execute(tx)
    waiting.push(start(people[0]), start(people[1]))
    expect(await pollUntil(systemClock, () => waitingInserts(2), { everyMs: 5, forMs: 60_000 })).toBe(true)
    const [again, third] = [await download(people[0]), await download(people[2])]
    expect([again.response.status, JSON.parse(again.text).code]).toEqual([409, 'conflict'])
    expect([third.response.status, third.response.headers.get('retry-after')]).toEqual([503, '10'])
  })
  await Promise.all(waiting)
  expect(statuses).toEqual([200, 200])
  expect((await download(people[2])).response.status).toBe(200)
})

async function waitingInserts(count: number) {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`.execute(bidding.db)
  return rows.length >= count || null
}

test('An account gets five files in 24 hours, and asking for the head of the file makes none', async () => {
  const [person, bystander] = [await bidding.api.signUp(), await bidding.api.signUp()]
  const headers = { Authorization: `Bearer ${person.token}` }
  const head = await fetch(bidding.api.url + API_BASE + api.exportAccount.path, { method: 'HEAD', headers })
  expect([head.status, (await kindsOf(person)).includes('data_exported ok')]).toEqual([404, false])

  const statuses: number[] = []
  for (let files = 0; files < 5; files += 1) statuses.push((await download(person)).response.status)
  const { response, text } = await download(person)
  expect([...statuses, response.status]).toEqual([200, 200, 200, 200, 200, 429])
  expect(JSON.parse(text).message).toBe(
    'You have downloaded your data five times within a day. Please try again tomorrow.',
  )
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
  expect((await kindsOf(person)).filter((kind) => kind === 'data_exported ok')).toHaveLength(5)
  expect((await readMails(bidding.db, person.email)).filter(({ kind }) => kind === 'data_exported')).toHaveLength(5)
  expect((await download(bystander)).response.status).toBe(200)
})

test('The file of an account with many records is written in parts, and is valid JSON', async () => {
  const person = await bidding.api.signUp()
  await sql`insert into product_events (kind, account_id, at)
    select 'user_login', ${person.accountId}, now() from generate_series(1, 1001)`.execute(bidding.db)
  const file = AccountExport.parse(JSON.parse((await download(person)).text))
  const ids = file.product_events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(1_000)
})

test('Without a recent proof of identity nobody downloads or deletes an account', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await forgetProof(person)
  const { response, text } = await download(person)
  expect([response.status, JSON.parse(text).code]).toEqual([403, 'proof_needed'])
  const refused = await call(api.deleteAccount, { token: person.token })
  expect([refused.status, refused.failure.code]).toEqual([403, 'proof_needed'])
  expect((await bidRow(bid.id))?.status).toBe('pending')
  expect(await statusOf(person.token)).toBe(200)
})
