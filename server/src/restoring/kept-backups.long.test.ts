import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { startAuctionHouse } from '@bidwell/auction-house'
import { api } from '@bidwell/contract'
import { generateIdentity } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { apiClient, aRegistration } from '../../test/api.ts'
import { createTestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { emptyDatabase } from '../../test/restoring.ts'
import { as } from '../../test/run-on-server.ts'
import { type Environment, spawnPrograms } from '../../test/spawn-programs.ts'
import { linesOf } from '../config/keys-file.ts'
import { generateKeys } from '../config/keys.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { RELEASE } from '../platform/release.ts'

/*
 * Backups of released versions, which each later version has to restore. They hold one installation at the auction house: an
 * account, a bid that it has won, and one that is due long after. Their keys stand beside them, and open nothing else.
 */

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const FOLDER = fileURLToPath(new URL('../../releases/backups/', import.meta.url))
const KEYS = join(FOLDER, 'keys.env')
const OWNER = { email: 'owner@example.com', password: 'correct horse battery' }
const DAY_S = 86_400
const WAIT = { everyMs: 100, forMs: 90_000 }

const run = (env: Environment, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function readKeys(): Promise<Environment> {
  const { BACKUP_IDENTITY = '', SESSION_KEYS = '', VAULT_KEYS = '' } = parseEnv(await readFile(KEYS, 'utf8'))
  return { BACKUP_IDENTITY, SESSION_KEYS, VAULT_KEYS }
}

/** Programs over a database, at an auction house. The API answers when this resolves. */
async function startInstallation(databaseUrl: string, given: Environment) {
  const house = await startAuctionHouse({ port: 0, sampleItems: false })
  onTestFinished(() => house[Symbol.asyncDispose]())
  const { BACKUP_IDENTITY: _, ...keys } = given
  const programs = spawnPrograms({
    DATABASE_URL: databaseUrl,
    STAND_INS: `site=${house.apiUrl}`,
    BIDWELL_DATA: await aFolder(),
    PLAN_MODE: 'self-hosted',
    ...keys,
  })
  onTestFinished(() => programs[Symbol.asyncDispose]())
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const server = programs.spawnProgram('api', { PORT: port })
  const isReady = async () => {
    if (server.exitCode !== null) throw new Error('The API ended at its start')
    return fetch(`${url}/api/ready`).then(
      ({ ok }) => ok || null,
      () => null,
    ) // prettier
  }
  expect(await pollUntil(systemClock, isReady, WAIT)).toBe(true)
  const client = apiClient(url)
  /** Calls again where a busy machine makes the API ask for a moment. */
  const call: typeof client.call = async (endpoint, sent) => {
    const answered = async () => {
      const answer = await client.call(endpoint, sent)
      return answer.status === 503 ? null : answer
    }
    return (await pollUntil(systemClock, answered, WAIT)) ?? client.call(endpoint, sent)
  }
  return { house, programs, server, call }
}

type Installation = Awaited<ReturnType<typeof startInstallation>>

/** A bid on a new auction of the house, scheduled by the calls that a browser makes. */
async function scheduleBid({ house, call }: Installation, token: string, title: string, endsInSeconds: number) {
  const { itemId } = house.control.createListing({ title, endsInSeconds })
  const bid = { auctionId: String(itemId), maxBid: 25, confirmMaxBid: 25, secondsBeforeEnd: 8 }
  const tracked = await call(api.trackAuction, { token, body: { auction_id: bid.auctionId } })
  expect(tracked.status).toBe(200)
  const { body, status } = await call(api.scheduleBid, { token, body: bid })
  expect(status).toBe(200)
  return body.data.bid.id
}

test.runIf(process.env['KEEP_RELEASE'] !== undefined)('A backup of this release is kept', async () => {
  const known = await readdir(FOLDER)
  if (!known.includes('keys.env')) {
    await writeFile(KEYS, linesOf({ ...generateKeys(), BACKUP_IDENTITY: await generateIdentity() }))
  }
  const keys = await readKeys()
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const it = await startInstallation(database.url, keys)
  await it.programs.spawnEngine()
  const { body } = await it.call(api.register, {
    body: aRegistration({ ...OWNER, confirmPassword: OWNER.password }),
  })
  const stored = await it.call(api.storeCredentials, {
    token: body.token,
    params: { provider: 'shopgoodwill' },
    body: { username: 'demo', password: 'demo' },
  })
  expect(stored.status).toBe(200)
  await scheduleBid(it, body.token, 'Brass lamp', DAY_S)
  const soon = await scheduleBid(it, body.token, 'Seiko 6139', 30)
  const isWon = async () => {
    const receipt = await it.call(api.readReceipt, { token: body.token, params: { id: soon } })
    return receipt.body.data.bid.status === 'won' || null
  }
  expect(await pollUntil(systemClock, isWon, WAIT)).toBe(true)

  // The auction house lists nothing for longer than two weeks. No later version may find that the auction has closed.
  await sql`update listings set ends_at = ends_at + interval '50 years' where title = 'Brass lamp'`.execute(database.db)
  await sql`update bids set fire_at = fire_at + interval '50 years' where status = 'pending'`.execute(database.db)
  const dataDir = await aFolder()
  const { BACKUP_IDENTITY = '' } = keys
  await run({ DATABASE_URL: database.url, BIDWELL_DATA: dataDir, BACKUP_IDENTITY }, 'backup')
  const [file = ''] = await readdir(join(dataDir, 'backups'))
  await copyFile(join(dataDir, 'backups', file), join(FOLDER, `${RELEASE.version}.age`))
})

const kept = (await readdir(FOLDER)).filter((name) => name.endsWith('.age'))

test('A backup is kept of at least one release', () => {
  expect(kept).not.toEqual([])
})

test.each(kept)(
  'The kept backup %s is restored by the programs of now, with its account, its bids, its receipt and its login',
  async (name) => {
    const keys = await readKeys()
    const target = await emptyDatabase()
    onTestFinished(() => target[Symbol.asyncDispose]())
    const restoring = { DATABASE_URL: as('owner', target.url), BIDWELL_DATA: await aFolder(), ...keys }
    const { stdout } = await run(restoring, 'restore', join(FOLDER, name))
    expect(stdout).toMatch(/Restored: 1 account, as of .*\n.*One bid waits for its owner/)

    const { call, server } = await startInstallation(target.url, keys)
    const signedIn = await call(api.signIn, { body: { ...OWNER, remember_me: false } })
    expect(signedIn.status).toBe(200)
    const { token } = signedIn.body
    const { bids } = (await call(api.listBids, { token })).body.data
    expect(bids).toMatchObject([
      { title: 'Seiko 6139', status: 'won', max_bid: 25 },
      { title: 'Brass lamp', status: 'pending', phase: 'restored', max_bid: 25, seconds_before_end: 8 },
    ])
    const [won, waiting] = bids
    const receipt = await call(api.readReceipt, { token, params: { id: won?.id ?? 0 } })
    const kinds = receipt.body.data.events.map(({ kind }) => kind)
    expect(kinds.filter((kind) => ['scheduled', 'armed', 'locked_in', 'sent', 'settled'].includes(kind))).toEqual([
      'scheduled',
      'armed',
      'locked_in',
      'sent',
      'settled',
    ])
    const status = await call(api.readCredentialsStatus, { token })
    expect(status.body.data).toMatchObject({ hasCredentials: true, username: 'd••o' })

    const keeping = await call(api.keepBids, { token, body: { ids: [waiting?.id] } })
    expect(keeping.body.data).toMatchObject({ kept: [{ id: waiting?.id, phase: 'waiting' }], refused: [] })
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  },
)
