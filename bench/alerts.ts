import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@bidwell/contract'
import { notify } from '../server/src/notifying/notifications/notify.ts'
import { anAccount } from '../server/test/add-rows.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { openSessions } from './support/api/open-sessions.ts'
import { pushThroughTrouble } from './support/api/push-through-trouble.ts'
import { openStreams } from './support/api/time-fan-out.ts'
import { addBidders } from './support/fixtures.ts'
import { describeMachine } from './support/machine.ts'
import { largest, median, percentile } from './support/percentiles.ts'
import { atMost, figure, report } from './support/report.ts'
import { runSnipes, spreadEvenly } from './support/snipes/run-snipes.ts'
import { killEngine, type Program, startEngineProcess, startProgram } from './support/start-program.ts'
import { startReceiver } from './support/start-receiver.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Measures how soon alerts reach a mail server, beside open pages, ten thousand at once, and beside recipients whose server
 * hangs; how exactly bids are sent meanwhile; what webhooks get while the mail server is away; what is lost or sent twice
 * while the processes that send are killed; and what a push service in trouble loses: `npm run bench:alerts`.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const SIZE = flags.quick
  ? { steadyS: 5, streams: 100, burst: 1_000, snipes: 60, webhooks: 100, kills: 4, devices: 200, troubleMs: 5_000 }
  : {
      steadyS: 30,
      streams: 1_000,
      burst: 10_000,
      snipes: 600,
      webhooks: 500,
      kills: 50,
      devices: 2_000,
      troubleMs: 60_000,
    }
const PER_SECOND = 20
const HANGING = 'hanging.example'
const ACCEPT_MS = 100
const BETWEEN_KILLS_MS = 1_500
const LEAST_PER_SECOND = 111
const SNIPE_LEAD_IN_MS = 12_000
const SNIPES_PER_SECOND = 10

const machine = describeMachine()
await using testbed = await openTestbed()
const { db } = testbed
await using server = await startMailServer()
await using slowServer = await startMailServer({ answerAfterMs: ACCEPT_MS })
server.behave((recipient) => (recipient.endsWith(HANGING) ? 'hang' : 'accept'))

await using receiver = await startReceiver()

const startJobs = (url: string) =>
  startProgram(testbed, 'jobs', 'jobs started', {
    SMTP_URL: url,
    ALERT_HOSTS: receiver.host,
    MAIL_FROM: 'Bidwell <bids@bidwell.example>',
    PUBLIC_URL: 'http://127.0.0.1:3000',
  })

const jobs = testbed.use(await startJobs(server.url))
const apiProgram = testbed.use(
  await startProgram(testbed, 'api', 'Server listening', {
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    ALERT_HOSTS: receiver.host,
  }),
)
const apiUrl = apiProgram.lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean) ?? ''
const steady = await measureSteady()
const burst = await measureBurst(0)
const lateMs = await measureBids()
const besideHanging = await measureBurst(2)
await jobs[Symbol.asyncDispose]()
const outage = await measureOutage()
const killed = await measureKills()
const pushed = await pushThroughTrouble(testbed, SIZE)

await report({
  name: 'alerts',
  quick: flags.quick,
  machine,
  rows: [
    figure(
      `${PER_SECOND} a second, ${SIZE.streams} open pages: from the commit to the mail server, median, ms`,
      median(steady),
    ),
    atMost(
      `${PER_SECOND} a second, ${SIZE.streams} open pages: from the commit to the mail server, p99`,
      percentile(steady, 0.99),
      1_000,
      'ms',
    ),
    atMost(`${SIZE.burst} at once: the last one after`, burst / 1_000, Math.ceil(SIZE.burst / LEAST_PER_SECOND), 's'),
    figure(`${SIZE.burst} at once, two recipients hang: the last other one after, s`, besideHanging / 1_000),
    atMost(
      'two recipients that hang delay the others by',
      Math.max(0, besideHanging - burst) / 1_000,
      burst / 4_000,
      's',
    ),
    figure(`bids sent during a burst, of ${SIZE.snipes}`, lateMs.length),
    atMost('bids sent during a burst: lateness, p99', percentile(lateMs, 0.99), 2, 'ms'),
    figure(`${SIZE.webhooks} at once, each by mail and webhook: the last webhook after, s`, outage.before / 1_000),
    atMost(
      'the same without a mail server: the last webhook after, in units of the line above',
      outage.during / outage.before,
      1.1,
      'times',
    ),
    figure('the mail server is back → the last mail that waited, s', outage.caughtUp / 1_000),
    figure('alerts during the kills', killed.alerts),
    atMost(`${SIZE.kills} kills: lost`, killed.lost, 0, 'alerts'),
    atMost(`${SIZE.kills} kills: sent twice`, killed.twice, SIZE.kills * 20, 'alerts'),
    figure('killed → sent by another process, median, s', median(killed.takenOverMs) / 1_000),
    atMost('killed → sent by another process, p99', percentile(killed.takenOverMs, 0.99) / 1_000, 15, 's'),
    figure('killed → sent by another process, largest, s', largest(killed.takenOverMs) / 1_000),
    figure(`pushes to ${SIZE.devices} devices that their service answered by 429, 500, 503 or nothing`, pushed.refused),
    atMost('a push service in trouble: lost', pushed.lost, 0, 'alerts'),
    atMost('a push service in trouble: devices dropped', pushed.dropped, 0, 'devices'),
    figure('the push service is well again → the last push, s', pushed.lastAfterMs / 1_000),
  ],
  notes: [
    'Real processes of the jobs, PostgreSQL and SMTP conversations on this machine. An alert is a notification of an account of',
    'its own, from the commit that causes it to the last line of its mail. During the kills two processes send, the mail server',
    `takes ${ACCEPT_MS} ms to accept a mail, and one process is ended by SIGKILL every ${BETWEEN_KILLS_MS} ms: up to 20 mails are on their`,
    'way then, and those whose last line was sent are sent once more.',
  ],
})

/** Makes accounts with a verified address. Returns their ids by address. */
async function addAccounts(count: number, domain = 'example.com'): Promise<Map<string, number>> {
  const at = new Date()
  const rows = Array.from({ length: count }, () =>
    anAccount(at, { email: `${randomUUID()}@${domain}`, email_verified_at: at }),
  )
  const added = new Map<string, number>()
  for (let from = 0; from < rows.length; from += 1_000) {
    const some = await db
      .insertInto('accounts')
      .values(rows.slice(from, from + 1_000))
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of some) added.set(email, id)
  }
  return added
}

function tell(accountIds: readonly number[]) {
  const values = { priceCents: 900, maxBidCents: 800 }
  const alerts = accountIds.map((accountId) => ({ kind: 'bid_lost' as const, values, accountId, key: randomUUID() }))
  return db.transaction().execute((tx) => notify(tx, alerts))
}

function received(at: Pick<typeof server, 'mails'>, addresses: ReadonlyMap<string, number>) {
  return at.mails.filter(({ to }) => addresses.has(to?.[0]?.address ?? ''))
}

async function waitFor(at: Pick<typeof server, 'mails'>, addresses: ReadonlyMap<string, number>) {
  const distinct = () => new Set(received(at, addresses).map(({ to }) => to?.[0]?.address)).size
  const until = performance.now() + 180_000
  while (distinct() < addresses.size && performance.now() < until) await delay(20)
  return received(at, addresses)
}

async function measureSteady(): Promise<number[]> {
  await using _streams = await openStreams(apiUrl, await openSessions(testbed, SIZE.streams))
  const accounts = await addAccounts(SIZE.steadyS * PER_SECOND)
  const committedAt = new Map<string, number>()
  for (const [email, id] of accounts) {
    await tell([id])
    committedAt.set(email, performance.now())
    await delay(1_000 / PER_SECOND)
  }
  const mails = await waitFor(server, accounts)
  return mails.map(({ to, receivedAt }) => receivedAt - (committedAt.get(to?.[0]?.address ?? '') ?? Number.NaN))
}

/** How long it takes until all alerts of a burst have arrived, but for those of recipients whose server hangs. */
async function measureBurst(hanging: number): Promise<number> {
  const accounts = await addAccounts(SIZE.burst)
  const stuck = await addAccounts(hanging, HANGING)
  await tell([...stuck.values(), ...accounts.values()])
  const from = performance.now()
  const mails = await waitFor(server, accounts)
  return largest(mails.map(({ receivedAt }) => receivedAt)) - from
}

/** How late bids are sent while alerts go out, ms. */
async function measureBids(): Promise<number[]> {
  await using engine = await startEngineProcess(testbed)
  const bidders = await addBidders(testbed, Math.min(SIZE.snipes, 60))
  const dueAfterMs = spreadEvenly(SIZE.snipes, (SIZE.snipes / SNIPES_PER_SECOND) * 1_000)
  const [batches] = await Promise.all([
    runSnipes(testbed, engine, bidders, {
      leadInMs: SNIPE_LEAD_IN_MS,
      batches: [{ name: 'beside alerts', dueAfterMs }],
    }),
    delay(SNIPE_LEAD_IN_MS).then(() => measureBurst(0)),
  ])
  return batches.flatMap((batch) => batch.lateMs)
}

/** How soon webhooks are called, with and without a mail server, and how soon mails follow when that is back. Ms. */
async function measureOutage() {
  const people = await openSessions(testbed, SIZE.webhooks)
  const addresses = new Map(people.map(({ email, accountId }) => [email, accountId]))
  const verified = { email_verified_at: new Date() }
  await db
    .updateTable('accounts')
    .set(verified)
    .where('id', 'in', [...addresses.values()])
    .execute()
  for (const { accountId, token } of people) await addReceiver(accountId, token)

  const firstServer = await startMailServer()
  await using _jobs = await startJobs(firstServer.url)
  const timeWebhooks = () => receiver.timeCalls(SIZE.webhooks, () => tell([...addresses.values()]))
  const before = await timeWebhooks()
  await waitFor(firstServer, addresses)
  await firstServer[Symbol.asyncDispose]()
  const during = await timeWebhooks()
  await using again = await startMailServer({ port: firstServer.port })
  const from = performance.now()
  const mails = await waitFor(again, addresses)
  return { before, during, caughtUp: largest(mails.map(({ receivedAt }) => receivedAt)) - from }
}

async function addReceiver(accountId: number, token: string) {
  const answer = await fetch(`${apiUrl}/api${api.addWebhook.path}`, {
    method: api.addWebhook.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.8.${accountId >> 8}.${accountId & 255}`,
    },
    body: JSON.stringify({ label: 'Bench', preset: 'ntfy', url: `http://${receiver.host}/alerts-${accountId}` }),
  })
  if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}: ${await answer.text()}`)
}

async function measureKills() {
  const processes: Program[] = [await startJobs(slowServer.url), await startJobs(slowServer.url)]
  const accounts = await addAccounts(SIZE.kills * 60)
  const killedAt: number[] = []
  const telling = (async () => {
    for (const id of accounts.values()) {
      await tell([id])
      await delay(BETWEEN_KILLS_MS / 60)
    }
  })()
  for (let kill = 0; kill < SIZE.kills; kill += 1) {
    await delay(BETWEEN_KILLS_MS)
    const [victim] = processes.splice(0, 1)
    if (victim) killedAt.push(await killEngine(victim))
    processes.push(await startJobs(slowServer.url))
  }
  await telling
  const mails = await waitFor(slowServer, accounts)
  await delay(15_000)
  for (const each of processes) await each[Symbol.asyncDispose]()

  const byId = Object.groupBy(mails, ({ messageId }) => messageId ?? '')
  const copies = Object.entries(byId).filter(([, sent = []]) => sent.length > 1)
  const again = await db.selectFrom('deliveries').select('recipient').where('attempts', '>', 1).execute()
  const takenOverMs = again.flatMap(({ recipient }) => {
    const at = Math.max(...mails.filter(({ to }) => to?.[0]?.address === recipient).map(({ receivedAt }) => receivedAt))
    const before = killedAt.filter((instant) => instant < at).at(-1)
    return accounts.has(recipient) && before !== undefined ? [at - before] : []
  })
  return {
    alerts: accounts.size,
    lost: accounts.size - new Set(mails.map(({ to }) => to?.[0]?.address)).size,
    twice: copies.length,
    takenOverMs,
  }
}
