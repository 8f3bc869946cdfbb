import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConnection } from '../../test/a-connection.ts'
import { aCtx } from '../../test/a-ctx.ts'
import { createStripeClient } from '../billing/stripe-client.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'

const NO_PLAN = { name: 'Free', auctions: 1, snipes: 0 }

/** How many jobs of a task wait or are worked on. */
async function waitingIn(db: Db, task: string) {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier like ${task}`.execute(db)
  return rows.length
}

test('A renewal job logs in at the site again', async () => {
  await using it = await aConnection()
  await using _jobs = await it.startJobs()
  await enqueue(it.db, 'renew-site-token', { connectionId: it.connectionId })
  expect((await it.untilRenewed())?.getTime()).toBeGreaterThan(systemClock.now())
})

test('While Stripe does not answer, other jobs go on', async () => {
  await using it = await aConnection()
  const { db } = it
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  let calls = 0
  silent.on('request', () => (calls += 1))
  const { port } = silent.address() as AddressInfo
  const secretKey = 'sk_test_silent'
  const stripe = createStripeClient({ secretKey, apiUrl: `http://127.0.0.1:${port}` })
  const plans = { trial: { name: 'Trial', days: 5, auctions: 2, snipes: 2 }, free: NO_PLAN, paid: [] }
  await using _jobs = await it.startJobs({ billing: { ...aCtx({ db }), stripe, plans, isTest: true } })
  using _silent = {
    [Symbol.dispose]() {
      silent.close()
      silent.closeAllConnections()
    },
  }
  await db.insertInto('closing_customers').values({ external_id: 'cus_1' }).execute()
  for (let times = 0; times < 8; times++) await enqueue(db, 'close-customers', {})
  await expect.poll(() => calls).toBeGreaterThan(1)
  await enqueue(db, 'renew-site-token', { connectionId: it.connectionId })
  expect(await it.untilRenewed()).not.toBeNull()
})

test('The hourly plan verifies a connection that was last verified long ago', async () => {
  await using it = await aConnection()
  const longAgo = new Date(systemClock.now() - 13 * 3_600_000)
  await it.db.updateTable('connections').set({ last_verified_at: longAgo }).execute()
  await sql`
    insert into active_accounts (account_id, active_until) select id, ${new Date(systemClock.now())} from accounts`.execute(
    it.db,
  )
  await using _jobs = await it.startJobs()
  await enqueue(it.db, 'enqueue-due-verifications', {})
  expect(await it.untilRenewed()).not.toBeNull()
  const proven = await it.db.selectFrom('connections').select('last_verified_at').executeTakeFirstOrThrow()
  expect(proven.last_verified_at!.getTime()).toBeGreaterThan(longAgo.getTime())
})

test('No connection is verified while reads of the site are paused', async () => {
  await using it = await aConnection()
  const { db, readBudget, house, connectionId } = it
  const slowDown = new SiteError('rate_limited', 'Slow down', { retryAfterMs: 3_600_000 })
  await readBudget.report(slowDown, { item: '1', trial: false })
  house.control.clearReads()
  await enqueue(db, 'verify-connection', { connectionId })
  await using _jobs = await it.startJobs()
  await expect.poll(() => waitingIn(db, 'verify-connection')).toBe(0)
  expect(house.control.readReads().reads).toEqual({})
})

test('The first jobs after a restore delete the accounts that were deleted after the backup, and no other', async () => {
  await using it = await aConnection()
  const { db } = it
  const bystander = await db.selectFrom('accounts').select('email').executeTakeFirstOrThrow()
  await sql`
    with deleted as (
      insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      values ('deleted@example.com', 'v1.0', 'v1.0', now(), now(), now()) returning id)
    insert into account_deletions (account_id, requested_by, due_at)
    select id, 'operator', now() - interval '15 days' from deleted`.execute(db)
  await using _jobs = await it.startJobs()
  await expect.poll(() => db.selectFrom('accounts').select('email').execute()).toEqual([bystander])
})
