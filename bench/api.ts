import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { publicHalvesAsText } from '../server/src/config/keys.ts'
import { pace, repeat, saturate, type Target } from './support/api/drive-http.ts'
import { openSessions, type SignedIn } from './support/api/open-sessions.ts'
import { openSlowClients } from './support/api/open-slow-clients.ts'
import { addUnusedLogin, freshenListings, seedBids } from './support/api/seed-bids.ts'
import { seedTrackedAuctions } from './support/api/seed-tracked-auctions.ts'
import { openStreams } from './support/api/time-fan-out.ts'
import { SCHEDULED, timeSchedules } from './support/api/time-schedules.ts'
import { describeMachine } from './support/machine.ts'
import { median, percentile } from './support/percentiles.ts'
import { atLeast, atMost, figure, report, type Row } from './support/report.ts'
import { type Program, startLikeApi, startProgram } from './support/start-program.ts'
import { openTestbed } from './support/testbed.ts'

/**
 * Measures how fast the API answers, beside Fastify routes that run the same queries and do nothing else:
 * `npm run bench:api`. `--only="no bids"` measures one read, or the events, or `--only="slow clients"`, or `--only=limits`; `--profile=FOLDER` writes the API's CPU profile.
 * Build the app first, for its page.
 */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, profile: { type: 'string' } },
})
const SIZE = flags.quick
  ? { rounds: 2, roundMs: 1_000, pacedMs: 1_000, changes: 50, fanOuts: 3, schedules: 25 }
  : { rounds: 5, roundMs: 2_000, pacedMs: 2_000, changes: 200, fanOuts: 20, schedules: 100 }
const GOALS = { share: 0.7, p99Ms: 25, eventMs: 250, besideSlowClients: 2, withManyBids: 1.2 }
/** Of each kind. */
const SLOW_CLIENTS = 100
const WARM_UP_MS = 1_500
const AUCTIONS = 50
const STREAMS = 1_000
const AT_ONCE = 8
const PAGE_PATH = '/'
/** The first item number of `seedTrackedAuctions`. */
const FIRST_ITEM = 900_000_001
const itemOf = (n: number) => String(FIRST_ITEM + n)

const machine = describeMachine()
await using testbed = await openTestbed()
const { db, config, environment } = testbed
const [lister, bidder, loser, newcomer, writer, bareWriter] = await openSessions(testbed, 6)
if (!lister || !bidder || !loser || !newcomer || !writer || !bareWriter) throw new Error('The accounts are missing')
const listingIds = await seedTrackedAuctions(db, lister.email, AUCTIONS)
await db.updateTable('listings').set({ marketplace: testbed.marketplace.id }).execute()
await seedBids(db, bidder.accountId, listingIds, 'pending')
await seedBids(db, loser.accountId, listingIds, 'lost')

const api = testbed.use(
  await startProgram(testbed, 'api', 'Server listening', {
    PORT: '0',
    NODE_ENV: 'production',
    VAULT_KEYS: publicHalvesAsText(config.keys.vault),
    TRUSTED_PROXIES: '127.0.0.1',
    ...(flags.profile !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${flags.profile}` }),
  }),
)
const apiUrl = addressOf(api)
const bare = testbed.use(
  await startLikeApi(fileURLToPath(new URL('programs/bare-api.ts', import.meta.url)), 'Server listening', {
    DATABASE_URL: environment.DATABASE_URL,
    API_URL: apiUrl,
    PAGE_PATH,
    READERS: JSON.stringify({
      lister: lister.accountId,
      bidder: bidder.accountId,
      loser: loser.accountId,
      newcomer: newcomer.accountId,
    }),
  }),
)
const bareUrl = addressOf(bare)

type Read = { name: string; ours: Target; bare: Target }

const read = (name: string, path: string, who: string, { token }: SignedIn): Read => ({
  name,
  ours: { origin: apiUrl, method: 'GET', path: `/api/${path}?limit=${AUCTIONS}`, token },
  bare: { origin: bareUrl, method: 'GET', path: `/${who}/${path}` },
})
const reads: Read[] = [
  read(`${AUCTIONS} auctions`, 'auctions', 'lister', lister),
  read('no auctions', 'auctions', 'newcomer', newcomer),
  read(`${AUCTIONS} bids`, 'bids', 'bidder', bidder),
  read('no bids', 'bids', 'newcomer', newcomer),
  read(`${AUCTIONS} lines of history`, 'history', 'loser', loser),
]
const page: Read = {
  name: `the page ${PAGE_PATH}`,
  ours: { origin: apiUrl, method: 'GET', path: PAGE_PATH },
  bare: { origin: bareUrl, method: 'GET', path: '/page' },
}

const isAsked = (part: string) => flags.only === undefined || flags.only === part
const rows: Row[] = []
for (const one of reads.filter(({ name }) => isAsked(name))) rows.push(...(await compare(one, GOALS)))
if (isAsked('page')) rows.push(...(await compare(page, {})))
if (isAsked('changes')) rows.push(...(await measureChanges()))
if (isAsked('limits')) rows.push(...(await measureLimits()))
if (isAsked('slow clients')) rows.push(...(await measureBesideSlowClients()))
if (isAsked('events')) rows.push(...(await measureEvents()))
await report({
  name: 'api',
  quick: flags.quick,
  machine,
  rows,
  notes: [
    'Bare: Fastify routes in a process with the same flags, priority and pool, which run the same statements and answer the',
    'rows. They check no session, input or limit, write no log, and let the database plan each statement anew. The API runs',
    'as in production: it logs each call, and prepares the reads that it repeats, without which no share would exceed 1.',
    `Rates: median of ${SIZE.rounds} rounds with 32 connections, the two in turns. Client, servers and database share the machine.`,
    'p99: the median of the p99 of each round.',
    'Answers are not compressed: the client asks for none.',
  ],
})

function p99Of(rounds: readonly number[][]): number {
  return median(rounds.map((round) => percentile(round, 0.99)))
}

/** Drives the API and the bare route to their limits in turns, and then each at half of its own. */
async function compare({ name, ours, bare }: Read, goals: { share?: number; p99Ms?: number }): Promise<Row[]> {
  const rates = { ours: [] as number[], bare: [] as number[] }
  await saturate(ours, WARM_UP_MS)
  await saturate(bare, WARM_UP_MS)
  for (let round = 0; round < SIZE.rounds; round += 1) {
    rates.ours.push(await saturate(ours, SIZE.roundMs))
    rates.bare.push(await saturate(bare, SIZE.roundMs))
  }
  const rate = median(rates.ours)
  const bareRate = median(rates.bare)
  const times = { ours: [] as number[][], bare: [] as number[][] }
  for (let round = 0; round < SIZE.rounds; round += 1) {
    times.ours.push(await pace(ours, rate / 2, SIZE.pacedMs))
    times.bare.push(await pace(bare, bareRate / 2, SIZE.pacedMs))
  }
  const share = rate / bareRate
  const p99 = p99Of(times.ours)
  return [
    figure(`${name}: requests per second, API / bare`, `${rate.toFixed(0)} / ${bareRate.toFixed(0)}`),
    goals.share === undefined
      ? figure(`${name}: share of the bare route`, share)
      : atLeast(`${name}: share of the bare route`, share, goals.share, 'of 1'),
    figure(`${name}: at half of that rate, median, ms`, median(times.ours.flat())),
    goals.p99Ms === undefined
      ? figure(`${name}: at half of that rate, p99, ms`, p99)
      : atMost(`${name}: at half of that rate, p99`, p99, goals.p99Ms, 'ms'),
    figure(`${name}: bare at half of its rate, p99, ms`, p99Of(times.bare)),
  ]
}

/** Tracks each auction and schedules a bid on it, at the API and at bare routes, which insert one row for either. */
async function measureChanges(): Promise<Row[]> {
  const [account, bareAccount] = [writer as SignedIn, bareWriter as SignedIn]
  await addUnusedLogin(testbed, account.accountId)
  const bareBody = (n: number) => ({ accountId: bareAccount.accountId, auctionId: itemOf(n) })
  const post = (path: string, ours: (n: number) => object): Read => ({
    name: path,
    ours: { origin: apiUrl, method: 'POST', path: `/api/${path}`, token: account.token, body: ours },
    bare: { origin: bareUrl, method: 'POST', path: `/${path}`, body: bareBody },
  })
  const adding = post('auctions', (n) => ({ auction_id: itemOf(n) }))
  const scheduling = post('bids', (n) => ({ auctionId: itemOf(n), maxBid: 60, confirmMaxBid: 60, secondsBeforeEnd: 5 }))
  const times = { add: [] as number[], bareAdd: [] as number[], bid: [] as number[], bareBid: [] as number[] }
  for (let round = 0; round < SIZE.rounds; round += 1) {
    await freshenListings(db)
    times.add.push(...(await repeat(adding.ours, AUCTIONS, AT_ONCE)))
    times.bareAdd.push(...(await repeat(adding.bare, AUCTIONS, AT_ONCE)))
    times.bid.push(...(await repeat(scheduling.ours, AUCTIONS, AT_ONCE)))
    times.bareBid.push(...(await repeat(scheduling.bare, AUCTIONS, AT_ONCE)))
    for (const { accountId } of [account, bareAccount]) {
      await db.deleteFrom('bids').where('account_id', '=', accountId).execute()
      await db.deleteFrom('tracked_auctions').where('account_id', '=', accountId).execute()
    }
  }
  return [
    ...rowsOfChange('adding an auction', times.add, times.bareAdd),
    ...rowsOfChange('scheduling a bid', times.bid, times.bareBid),
  ]
}

/** Schedules bids within limits, for an account with many bids and for one with few. */
async function measureLimits(): Promise<Row[]> {
  const sizes = { after: AUCTIONS, rounds: SIZE.rounds, perRound: SIZE.schedules }
  const { many, few } = await timeSchedules(testbed, { origin: apiUrl, ...sizes })
  const name = 'scheduling a bid under limits for day, week and month'
  return [
    figure(
      `${name}, ${SCHEDULED.few} bids: median / p99, ms`,
      `${median(few.flat()).toFixed(1)} / ${p99Of(few).toFixed(1)}`,
    ),
    figure(
      `${name}, ${SCHEDULED.many} bids: median / p99, ms`,
      `${median(many.flat()).toFixed(1)} / ${p99Of(many).toFixed(1)}`,
    ),
    figure(`${name}: median, to that with few bids, times`, median(many.flat()) / median(few.flat())),
    atMost(`${name}: p99, to that with few bids`, p99Of(many) / p99Of(few), GOALS.withManyBids, 'times'),
  ]
}

/** Reads at a steady rate, with slow clients on other connections and without them, in turns. */
async function measureBesideSlowClients(): Promise<Row[]> {
  const ours: Target = { origin: apiUrl, method: 'GET', path: '/api/bids?limit=50', token: (bidder as SignedIn).token }
  const rate = (await saturate(ours, SIZE.roundMs)) / 2
  const times = { alone: [] as number[], beside: [] as number[] }
  for (let round = 0; round < SIZE.rounds; round += 1) {
    times.alone.push(percentile(await pace(ours, rate, SIZE.pacedMs), 0.95))
    using _slow = openSlowClients(apiUrl, (lister as SignedIn).token, SLOW_CLIENTS)
    // What they have asked for is written before.
    await pace(ours, rate, WARM_UP_MS)
    times.beside.push(percentile(await pace(ours, rate, SIZE.pacedMs), 0.95))
  }
  const [alone, beside] = [median(times.alone), median(times.beside)]
  return [
    figure('50 bids: at half of its rate, p95, ms', alone),
    figure(`50 bids, beside ${3 * SLOW_CLIENTS} slow clients: p95, ms`, beside),
    atMost(`50 bids, beside ${3 * SLOW_CLIENTS} slow clients: p95`, beside / alone, GOALS.besideSlowClients, 'times'),
  ]
}

/** Times changes of the database up to the event streams of a thousand accounts. */
async function measureEvents(): Promise<Row[]> {
  const watchers = await openSessions(testbed, STREAMS)
  const [own = 0, popular = 0] = listingIds
  for (const { accountId } of watchers) await seedBids(db, accountId, [popular], 'pending')
  await using streams = await openStreams(apiUrl, [...watchers.slice(0, -1), lister as SignedIn])
  const toOne: number[] = []
  const toAll: number[] = []
  const last: number[] = []
  for (let n = 0; n < SIZE.changes; n += 1) toOne.push(...(await streams.timeChange(db, own, 1)))
  for (let n = 0; n < SIZE.fanOuts; n += 1) {
    const times = await streams.timeChange(db, popular, STREAMS)
    toAll.push(...times)
    last.push(Math.max(...times))
  }
  return [
    figure(`${STREAMS} streams, an auction of one account: change to stream, median, ms`, median(toOne)),
    atMost(
      `${STREAMS} streams, an auction of one account: change to stream, p99`,
      percentile(toOne, 0.99),
      GOALS.eventMs,
      'ms',
    ),
    figure(`${STREAMS} streams, an auction of all accounts: change to stream, median, ms`, median(toAll)),
    atMost(
      `${STREAMS} streams, an auction of all accounts: change to stream, p99`,
      percentile(toAll, 0.99),
      GOALS.eventMs,
      'ms',
    ),
    figure(`${STREAMS} streams, an auction of all accounts: last stream, median, ms`, median(last)),
  ]
}

function rowsOfChange(name: string, ours: number[], bare: number[]): Row[] {
  return [
    figure(`${name}, ${AT_ONCE} at once: API, median / p99, ms`, spread(ours)),
    figure(`${name}, ${AT_ONCE} at once: bare insert, median / p99, ms`, spread(bare)),
  ]
}

function spread(times: number[]): string {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
}

function addressOf({ lines }: Program): string {
  const address = lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean)
  if (address === undefined) throw new Error('The program names no address')
  return address
}
