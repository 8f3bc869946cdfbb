import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addAccounts, PASSWORD } from './support/api/add-accounts.ts'
import { describeMachine } from './support/machine.ts'
import { median, percentile } from './support/percentiles.ts'
import { atLeast, atMost, figure, report, type Row } from './support/report.ts'
import { startProgram } from './support/start-program.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Measures signing in: `npm run bench:sign-ins`. One API process with the shipped settings; the clients name their addresses
 * as a trusted proxy would.
 */
const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = flags
const SIZE = quick ? { seconds: 8, pairs: 50, guesses: 2_000 } : { seconds: 30, pairs: 200, guesses: 10_000 }
const CLIENTS = 40
const CALLS_PER_SECOND = 50
const GOALS = { logInsPerSecondAndCore: 20, p99Ms: 400, differenceMs: 10, comparedPercent: 0.5 }
/** As the password hasher does by default: one core stays free for bids. */
const HASHING_CORES = Math.max(1, availableParallelism() - 1)
const HOME = '192.0.2.7'

const machine = describeMachine()
await using testbed = await openTestbed()
const api = testbed.use(
  await startProgram(testbed, 'api', 'Server listening', {
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  }),
)
const origin = api.lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean)

const rows = [...(await measureLoad()), ...(await measureDifference()), ...(await measureAttacks())]
await report({
  name: 'logins',
  quick,
  machine,
  rows,
  notes: [
    `${CLIENTS} clients log in at once, each again as soon as it is in, while ${CALLS_PER_SECOND} calls a second read the profile.`,
    'Clients, database and API share the machine.',
  ],
})

async function signIn(email: string, password: string, address: string) {
  const startedAt = performance.now()
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password }),
  })
  const body = await response.text()
  const token: string = response.status === 200 ? JSON.parse(body).token : ''
  return { status: response.status, token, tookMs: performance.now() - startedAt }
}

/** Logs in continuously, and measures the API's answers to other calls meanwhile. */
async function measureLoad(): Promise<Row[]> {
  const emails = await addAccounts(testbed, CLIENTS)
  const { token } = await signIn(emails[0] ?? '', PASSWORD, HOME)
  const endsAt = performance.now() + SIZE.seconds * 1_000
  let done = 0
  let refused = 0
  const keepLoggingIn = async (email: string, client: number) => {
    while (performance.now() < endsAt) {
      // The rate limit of an address is not the subject.
      const answer = await signIn(email, PASSWORD, `10.${client}.${done % 250}.1`).catch(() => null)
      if (answer?.status === 200) done += 1
      else refused += 1
    }
  }
  const times: number[] = []
  let failures = 0
  const readProfile = async (call: number) => {
    const startedAt = performance.now()
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': `192.0.2.${call % CLIENTS}` }
    const answer = await fetch(`${origin}/api/profile`, { headers }).catch(() => null)
    times.push(performance.now() - startedAt)
    if (answer?.status !== 200) failures += 1
  }
  const calls: Promise<void>[] = []
  const clients = emails.map(keepLoggingIn)
  const startedAt = performance.now()
  while (performance.now() < endsAt) {
    const due = ((performance.now() - startedAt) / 1_000) * CALLS_PER_SECOND
    while (calls.length < due) calls.push(readProfile(calls.length))
    await delay(10)
  }
  await Promise.all([...clients, ...calls])
  return [
    atLeast(
      `sign-ins per second and hashing core (${HASHING_CORES})`,
      done / SIZE.seconds / HASHING_CORES,
      GOALS.logInsPerSecondAndCore,
      'sign-ins',
    ),
    figure('sign-ins done / refused', `${done} / ${refused}`),
    atMost('profile calls meanwhile, p99', percentile(times, 0.99), GOALS.p99Ms, 'ms'),
    figure(
      'profile calls meanwhile: calls / failures / median, ms',
      `${times.length} / ${failures} / ${median(times).toFixed(1)}`,
    ),
  ]
}

/** Compares wrong passwords for e-mails with and without an account, in turns. */
async function measureDifference(): Promise<Row[]> {
  const emails = await addAccounts(testbed, SIZE.pairs)
  const known: number[] = []
  const unknown: number[] = []
  for (const [n, email] of emails.entries()) {
    if (n % 10 === 0) await testbed.db.deleteFrom('attempt_budgets').execute()
    const attempts = [
      async () => known.push(await timeOfFailure(email, n)),
      async () => unknown.push(await timeOfFailure(`${randomUUID()}@example.com`, n)),
    ]
    for (const attempt of n % 2 === 0 ? attempts : attempts.toReversed()) await attempt()
  }
  await testbed.db.deleteFrom('attempt_budgets').execute()
  return [
    figure(`wrong password, ${SIZE.pairs} e-mails with an account: median, ms`, median(known)),
    figure(`wrong password, ${SIZE.pairs} e-mails without one: median, ms`, median(unknown)),
    atMost('difference of the medians', Math.abs(median(known) - median(unknown)), GOALS.differenceMs, 'ms'),
  ]
}

async function timeOfFailure(email: string, n: number): Promise<number> {
  const { status, tookMs } = await signIn(email, 'not the one', `20.0.${n}.1`)
  if (status !== 401) throw new Error(`A wrong password was answered with ${status}`)
  return tookMs
}

/** Tries many pairs of e-mail and password, a tenth of them for accounts that exist. */
async function measureAttacks(): Promise<Row[]> {
  const ways: [string, (n: number) => string][] = [
    ['one address', () => '203.0.113.9'],
    ['500 IPv4 addresses', (n) => `${30 + (n % 20)}.${Math.floor(n / 20) % 25}.0.5`],
    ['500 IPv6 addresses over one /48', (n) => `2001:db8:77:${(n % 500).toString(16)}::1`],
  ]
  const rows: Row[] = []
  for (const [from, addressOf] of ways) {
    await testbed.db.deleteFrom('attempt_budgets').execute()
    const victims = await addAccounts(testbed, SIZE.guesses / 10)
    const [owner = ''] = victims
    await signIn(owner, PASSWORD, HOME)
    const before = await compared()
    let comparedOfFirst = 0
    for (let sent = 0; sent < SIZE.guesses; sent += 20) {
      const guesses = Array.from({ length: 20 }, (_, next) => sent + next)
      await Promise.all(
        guesses.map((n) =>
          signIn(n % 10 === 0 ? (victims[n / 10] ?? '') : `victim${n}@example.com`, `common ${n}`, addressOf(n)),
        ),
      )
      if (sent === 180) comparedOfFirst = (await compared()) - before
    }
    const afterFirst = (await compared()) - before - comparedOfFirst
    rows.push(
      atMost(
        `${SIZE.guesses} guesses from ${from}: compared after the first 200`,
        (100 * afterFirst) / (SIZE.guesses - 200),
        GOALS.comparedPercent,
        '%',
      ),
      atLeast(
        `${SIZE.guesses} guesses from ${from}: owner signs in afterwards, of 1`,
        Number((await signIn(owner, PASSWORD, HOME)).status === 200),
        1,
        'sign-ins',
      ),
    )
  }
  return rows
}

/** The failed logins that reached the comparison of the password. */
async function compared(): Promise<number> {
  const { count } = await testbed.db
    .selectFrom('security_events')
    .select((event) => event.fn.countAll<number>().as('count'))
    .where('kind', '=', 'signed_in')
    .where('outcome', '=', 'failed')
    .executeTakeFirstOrThrow()
  return count
}
