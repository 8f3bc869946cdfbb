import { appendFile, copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { Client } from 'pg'
import { backUp } from '../../src/operate/commands/back-up.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { startEmbedded } from '../../src/platform/database/embedded/start-embedded.ts'
import { pollUntil } from '../../src/platform/poll-until.ts'
import { VERSION } from '../../src/platform/release.ts'
import { neverAborted } from '../../src/platform/with-timeout.ts'
import { startEverything } from '../../src/supervisor/start-everything.ts'
import { apiClient } from '../api.ts'

/*
 * `npm run keep-release` keeps an installation of this version, which each later one has to upgrade: a backup with a won bid and
 * one that waits, and the keys that open it and nothing else. All is done by the calls that a browser makes.
 */

const DAY_S = 86_400
const WAIT = { everyMs: 500, forMs: 180_000 }

const dataDir = await mkdtemp(join(tmpdir(), 'bidwell-release-'))
const env = { PATH: process.env['PATH'], BIDWELL_DATA: dataDir, PORT: '0' }
const apiToken = await practise()

const database = await startEmbedded(dataDir)
const client = new Client(database.urls.owner)
await client.connect()
// Nothing of it may end, or be too old to be shown, when a later version is tested.
for (const [table, column] of [
  ['listings', 'ends_at'],
  ['bids', 'fire_at'],
  ['api_tokens', 'expires_at'],
  ['notifications', 'at'],
])
  await client.query(`update ${table} set ${column} = ${column} + interval '50 years'`)
await client.end()
await backUp(env, { stop: neverAborted })
await database.stop()

const folder = fileURLToPath(new URL(`${VERSION}/`, import.meta.url))
const [backup = ''] = await readdir(join(dataDir, 'backups'))
await mkdir(folder, { recursive: true })
await copyFile(join(dataDir, 'backups', backup), join(folder, 'backup.age'))
await copyFile(join(dataDir, 'keys.env'), join(folder, 'keys.env'))
await appendFile(join(folder, 'keys.env'), `API_TOKEN=${apiToken}\n`)
await rm(dataDir, { recursive: true })

/** Runs a practice installation until it has what is to be kept. Returns an API token of it. */
async function practise(): Promise<string> {
  const stopping = new AbortController()
  const welcomed = Promise.withResolvers<string>()
  const print = (text: string) => void (text.includes('To stop') && welcomed.resolve(text))
  const running = startEverything(env, {
    verbose: false,
    dev: false,
    print,
    stopped: stopping.signal,
    forced: neverAborted,
  })
  try {
    const text = await Promise.race([welcomed.promise, running.then(() => '')])
    const [url = '', houseUrl = ''] = text.match(/http:\S+/g) ?? []
    return await winAndSchedule(url, houseUrl)
  } finally {
    stopping.abort()
    await running
  }
}

async function winAndSchedule(url: string, houseUrl: string): Promise<string> {
  const { call, signUp } = apiClient(url)
  const { token } = await signUp('owner@example.com')
  const login = { username: 'demo', password: 'demo' }
  await call(api.storeCredentials, { token, params: { provider: 'shopgoodwill' }, body: login })

  async function schedule(title: string, endsInSeconds: number) {
    const listing = JSON.stringify({ title, endsInSeconds })
    const listed = await fetch(`${houseUrl}/_control/listings`, { method: 'POST', body: listing })
    const { itemId } = (await listed.json()) as { itemId: number }
    await call(api.trackAuction, { token, body: { auction_id: String(itemId) } })
    const wanted = { auctionId: String(itemId), maxBid: 25, confirmMaxBid: 25, secondsBeforeEnd: 8 }
    return (await call(api.scheduleBid, { token, body: wanted })).body.data.bid.id
  }
  await schedule('Brass lamp', DAY_S)
  const id = await schedule('Seiko 6139', 30)
  const isWon = async () =>
    (await call(api.readReceipt, { token, params: { id } })).body.data.bid.status === 'won' || null
  if (!(await pollUntil(systemClock, isWon, WAIT))) throw new Error('The auction was not won')
  return (await call(api.makeApiToken, { token, body: { name: 'A program', scope: 'read' } })).body.data.secret
}
