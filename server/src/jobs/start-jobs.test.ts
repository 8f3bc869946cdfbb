import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startAuctionHouse } from '@bidwell/auction-house'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertAccount } from '../../test/add-rows.ts'
import { createTestDatabase } from '../../test/database.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { createStripeClient } from '../billing/stripe-client.ts'
import { readConfig } from '../config/config.ts'
import { generateKeys } from '../config/keys.ts'
import { createSiteUserHasher } from '../connections/hash-site-user.ts'
import { storeCredentials } from '../connections/store-credentials.ts'
import { createSealer } from '../connections/vault/create-sealer.ts'
import { openVault } from '../connections/vault/open-vault.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { enqueue } from '../platform/enqueue.ts'
import { createLog } from '../platform/log.ts'
import { pollUntil } from '../platform/poll-until.ts'
import type { Door, Trace } from '../platform/trace.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { recordSecurityEvent } from '../security-log/record-security-event.ts'
import { linkSecurityLog, verifySecurityLog } from '../security-log/verify-security-log.ts'
import { startJobs } from './start-jobs.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SOON = { everyMs: 20, forMs: 180_000 }
const SOON_POLL = { interval: SOON.everyMs, timeout: SOON.forMs }

const NO_PLAN = { name: 'Free', auctions: 1, snipes: 0 }

/** A connected account without a stored session, and the auction house that it is connected to. */
async function aConnection(stack: AsyncDisposableStack) {
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
  const { db, url } = stack.use(await createTestDatabase())
  const environment = { DATABASE_URL: url, AUCTION_HOUSE_PORT: new URL(house.url).port, ...generateKeys() }
  const config = readConfig(environment)
  const marketplace = stack.use(shopgoodwill(systemClock, config.site))
  const sealer = createSealer(config.keys.vault, config.site.host)
  const hashSiteUser = createSiteUserHasher(config.keys.session)
  const deps = { db, clock: systemClock, plans: null, marketplace, sealer, hashSiteUser, process: 'test' }

  const accountId = await insertAccount(db, new Date(systemClock.now()))
  await storeCredentials(deps, accountId, { username: 'demo', password: 'demo' }, neverAborted)
  const { id } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  await db.updateTable('connections').set({ sealed_token: null, token_expires_at: null }).execute()
  const readBudget = openReadBudget({ db, siteId: marketplace.id, readsPerSecond: 5, onChange: () => {} })
  return { ...deps, billing: null, house, readBudget, url, environment, config, connectionId: id }
}

const untilRenewed = (db: Db) =>
  pollUntil(
    systemClock,
    async () =>
      (await db.selectFrom('connections').select('token_expires_at').executeTakeFirstOrThrow()).token_expires_at,
    SOON,
  )

test('A renewal job logs in at the site again', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId, url, config, ...deps } = await aConnection(stack)
  const log = createLog({ level: 'silent', process: 'jobs' })
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))

  await enqueue(deps.db, 'renew-site-token', { connectionId })
  expect((await untilRenewed(deps.db))?.getTime()).toBeGreaterThan(systemClock.now())
})

test('Each task runs within a span of its name, which does not tell its payload', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId, url, config, ...deps } = await aConnection(stack)
  const log = createLog({ level: 'silent', process: 'jobs' })
  const doors: Door[] = []
  const trace: Trace = (door, work) => {
    doors.push(door)
    return work(() => {})
  }
  const vault = openVault(config.keys.vault, config.site.host)
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault, log, trace }))

  await enqueue(deps.db, 'renew-site-token', { connectionId })
  expect(await untilRenewed(deps.db)).not.toBeNull()
  expect(doors).toContainEqual({ name: 'task renew-site-token', kind: 'internal' })
})

test('While Stripe does not answer, other jobs go on', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId, url, config, ...deps } = await aConnection(stack)
  const { db, clock } = deps
  const log = createLog({ level: 'silent', process: 'jobs' })
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  let calls = 0
  silent.on('request', () => (calls += 1))
  const { port } = silent.address() as AddressInfo
  const secretKey = 'sk_test_silent'
  const stripe = createStripeClient({ secretKey, apiUrl: `http://127.0.0.1:${port}`, timeoutMs: 60_000 })
  const plans = { trial: { name: 'Trial', days: 5, auctions: 2, snipes: 2 }, free: NO_PLAN, paid: [] }
  const vault = openVault(config.keys.vault, config.site.host)
  const billing = { db, clock, stripe, plans, isTest: true }
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault, log, billing }))
  stack.defer(() => {
    silent.close()
    silent.closeAllConnections()
  })

  await db.insertInto('closing_customers').values({ external_id: 'cus_1' }).execute()
  for (let times = 0; times < 8; times++) await enqueue(db, 'close-customers', {})
  await expect.poll(() => calls, SOON_POLL).toBeGreaterThan(1)
  await enqueue(db, 'renew-site-token', { connectionId })
  expect(await untilRenewed(db)).not.toBeNull()
})

test('The hourly plan verifies a connection that was last verified long ago', async () => {
  await using stack = new AsyncDisposableStack()
  const { url, config, connectionId, ...deps } = await aConnection(stack)
  const { db, clock } = deps
  const longAgo = new Date(clock.now() - 13 * 3_600_000)
  await db.updateTable('connections').set({ last_verified_at: longAgo }).where('id', '=', connectionId).execute()
  await db
    .updateTable('accounts')
    .set({ active_until: new Date(clock.now()) })
    .execute()
  const log = createLog({ level: 'silent', process: 'jobs' })
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))

  await enqueue(db, 'enqueue-due-verifications', {})
  expect(await untilRenewed(db)).not.toBeNull()
  const proven = await db.selectFrom('connections').select('last_verified_at').executeTakeFirstOrThrow()
  expect(proven.last_verified_at!.getTime()).toBeGreaterThan(longAgo.getTime())
})

test('No connection is verified while reads of the site are paused', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId, url, config, house, ...deps } = await aConnection(stack)
  const { db, readBudget } = deps
  await readBudget.report(new SiteError('rate_limited', 'Slow down', { retryAfterMs: 3_600_000 }), {
    item: '1',
    trial: false,
  })
  house.control.clearReads()
  await enqueue(db, 'verify-connection', { connectionId })
  const log = createLog({ level: 'silent', process: 'jobs' })
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))

  const allDone = async () => {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'verify-connection'`.execute(db)
    return rows.length === 0 ? true : null
  }
  expect(await pollUntil(systemClock, allDone, SOON)).toBe(true)
  expect(house.control.readReads().reads).toEqual({})
})

test('Verifying a record that was changed raises an alarm, and verifying an unchanged one raises none', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId: _, url, config, ...deps } = await aConnection(stack)
  const { db } = deps
  const log = createLog({ level: 'silent', process: 'jobs' })
  const event = { kind: 'signed_in', outcome: 'ok', ipAddress: null, userAgent: null, requestId: null } as const
  await recordSecurityEvent(db, { ...event, accountId: null })
  await linkSecurityLog(db)
  await sql`alter table security_events disable trigger user`.execute(db)
  await sql`update security_events set outcome = 'failed'`.execute(db)
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))

  for (const task of ['verify-vault-uses', 'verify-security-log']) await enqueue(db, task, { whole: true })
  const waiting = sql`select from graphile_worker.jobs where task_identifier like 'verify-%'`
  await expect.poll(async () => (await waiting.execute(db)).rows.length, SOON_POLL).toBe(0)
  const alarms = await db.selectFrom('alarms').select(['kind', 'subject']).execute()
  expect(alarms).toEqual([{ kind: 'record_changed', subject: 'the security log, from position 1' }])
})

test('The schedule has all of a record verified on the first of each month, however far it was verified', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId: _, url, config, ...deps } = await aConnection(stack)
  const { db } = deps
  const log = createLog({ level: 'silent', process: 'jobs' })
  const event = { kind: 'signed_in', outcome: 'ok', ipAddress: null, userAgent: null, requestId: null } as const
  await recordSecurityEvent(db, { ...event, accountId: null })
  expect(await verifySecurityLog(db, systemClock.now())).toMatchObject({ brokenAt: null })
  await sql`alter table security_events disable trigger user`.execute(db)
  await sql`update security_events set outcome = 'failed'`.execute(db)
  // As if no jobs had run for longer than a month: what the schedule missed is done at the start.
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    select name, now() - interval '40 days', now() - interval '40 days'
      from unnest(array['verify-security-log', 'verify-whole-security-log']) as name`.execute(db)
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))
  const alarms = () => db.selectFrom('alarms').select('subject').execute()
  await expect.poll(alarms, SOON_POLL).toEqual([{ subject: 'the security log, from position 1' }])
})

test('The first jobs after a restore delete the accounts that were deleted after the backup, and no other', async () => {
  await using stack = new AsyncDisposableStack()
  const { connectionId: _, url, config, ...deps } = await aConnection(stack)
  const { db } = deps
  const log = createLog({ level: 'silent', process: 'jobs' })
  const bystander = await db.selectFrom('accounts').select('email').executeTakeFirstOrThrow()
  await sql`
    with deleted as (
      insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      values ('deleted@example.com', 'v1.0', 'v1.0', now(), now(), now()) returning id)
    insert into account_deletions (account_id, requested_by, due_at)
    select id, 'operator', now() - interval '15 days' from deleted`.execute(db)
  stack.use(await startJobs({ ...deps, databaseUrl: url, vault: openVault(config.keys.vault, config.site.host), log }))
  await expect.poll(() => db.selectFrom('accounts').select('email').execute(), SOON_POLL).toEqual([bystander])
})

/** A process that works on a job, which waits until the obstacle is removed. */
async function aProcessAtWork(stack: AsyncDisposableStack) {
  const { db, url, config, environment, connectionId: _, ...deps } = await aConnection(stack)
  const obstacle = await db.startTransaction().execute()
  stack.defer(() => void (obstacle.isCommitted || obstacle.rollback().execute()))
  await sql`lock table idempotency_keys`.execute(obstacle)
  await enqueue(db, 'clean-up', {})
  const child = spawn(process.execPath, [MAIN, 'jobs'], {
    env: { ...environment, PATH: process.env['PATH'], LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  stack.defer(() => void child.kill('SIGKILL'))
  const cleaning = sql`select locked_by from graphile_worker.jobs where task_identifier = 'clean-up'`
  const worker = async () => (await cleaning.execute(db)).rows
  await expect.poll(worker, SOON_POLL).toEqual([{ locked_by: expect.any(String) }])

  const log = createLog({ level: 'silent', process: 'jobs' })
  const vault = openVault(config.keys.vault, config.site.host)
  const startAnother = () => startJobs({ ...deps, db, databaseUrl: url, vault, log })
  return { db, child, worker, startAnother, removeObstacle: () => obstacle.commit().execute() }
}

test('A job is left to the process that works on it, and the next process does it once that one was killed', async () => {
  await using stack = new AsyncDisposableStack()
  const { child, worker, startAnother, removeObstacle } = await aProcessAtWork(stack)
  const first = await worker()
  await (await startAnother())[Symbol.asyncDispose]()
  expect(await worker()).toEqual(first)

  child.kill('SIGKILL')
  await once(child, 'exit')
  await removeObstacle()
  stack.use(await startAnother())
  await expect.poll(worker, SOON_POLL).toEqual([])
})

test('A process that cannot record the end of a job stops in order, and the next process does the job', async () => {
  await using stack = new AsyncDisposableStack()
  const { db, child, worker, startAnother, removeObstacle } = await aProcessAtWork(stack)
  await sql`create rule refuse as on delete to graphile_worker._private_jobs do instead select 1 / 0`.execute(db)
  const ended = once(child, 'exit')
  await removeObstacle()
  expect(await ended).toEqual([0, null])

  await sql`drop rule refuse on graphile_worker._private_jobs`.execute(db)
  stack.use(await startAnother())
  await expect.poll(worker, SOON_POLL).toEqual([])
})

test('The jobs process works off the jobs and sends the mails that wait, and ends on SIGTERM', async () => {
  await using stack = new AsyncDisposableStack()
  const { db, connectionId, environment } = await aConnection(stack)
  await enqueue(db, 'renew-site-token', { connectionId })
  const server = stack.use(await startMailServer())
  const mail = { kind: 'verify-email', to: 'ann@example.com', accountId: null, token: 'abc' } as const
  await db.transaction().execute((tx) => queueMail(tx, mail, { now: systemClock.now() }))
  const sending = { SMTP_URL: server.url, MAIL_FROM: 'bids@example.com', PUBLIC_URL: 'https://bids.example.com' }
  const child = spawn(process.execPath, [MAIN, 'jobs'], {
    env: { ...environment, ...sending, PATH: process.env['PATH'], LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  stack.defer(() => void child.kill('SIGKILL'))
  expect(await untilRenewed(db)).not.toBeNull()
  await expect.poll(() => server.mails.map(({ subject }) => subject), SOON_POLL).toContain('Verify your email address')

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
