import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '@bidwell/contract'
import { expect, onTestFinished, test } from 'vitest'
import {
  newFolder,
  OWNER,
  readEnvironment,
  runBidwell,
  startInstallation,
  STEPS,
  WAIT,
} from '../../../test/kept-installation.ts'
import { emptyDatabase } from '../../../test/restoring.ts'
import { as, withDatabase } from '../../../test/run-on-server.ts'
import { systemClock } from '../../platform/clock.ts'
import { applyMigrations } from '../../platform/database/migrate.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { VERSION } from '../../platform/release.ts'
import { checkBackupFile } from '../backups/check-backup-file.ts'
import { knownMigrations } from '../backups/known-migrations.ts'
import { loadBackup } from '../backups/load-backup.ts'

const RELEASES = fileURLToPath(new URL('../../../test/releases/', import.meta.url))
const kept = readdirSync(RELEASES).filter((name) => /^\d/.test(name))
const TOLD = ['api_token_made', 'bid_won', 'bid_sent', 'site_login_changed']
const WAYS = ['upgraded', 'restored'] as const

/** The database of a kept release, as that release left it. */
async function fill(url: string, source: { path: string; identities: string[] }) {
  const manifest = await checkBackupFile(source)
  await withDatabase(url, async (client) => {
    await applyMigrations(client, await knownMigrations(manifest))
    await client.query('begin')
    await loadBackup(client, source, manifest)
    await client.query('commit')
  })
}

test('An installation of this release is kept', () => {
  expect(kept).toContain(VERSION)
})

test.each(kept.flatMap((release) => WAYS.map((way) => ({ release, way }))))(
  'An installation of $release that is $way has its account, its bids, its win, its notifications and its site login, and an upgraded one its API token',
  async ({ release, way }) => {
    const path = `${RELEASES}${release}/backup.age`
    const { API_TOKEN = '', ...keys } = await readEnvironment(`${RELEASES}${release}/keys.env`)
    const target = await emptyDatabase()
    onTestFinished(() => target[Symbol.asyncDispose]())
    const operator = { DATABASE_URL: as('owner', target.url), BIDWELL_DATA: await newFolder(), ...keys }
    if (way === 'restored') await runBidwell(operator, 'restore', path)
    else {
      await fill(operator.DATABASE_URL, { path, identities: [keys['BACKUP_IDENTITY'] ?? ''] })
      await runBidwell(operator, 'migrate')
    }

    const { call, programs } = await startInstallation(target.url, keys)
    const { token } = (await call(api.signIn, { body: OWNER })).body
    const { bids } = (await call(api.listBids, { token })).body.data
    expect(bids).toMatchObject([
      { title: 'Seiko 6139', status: 'won', max_bid: 25 },
      { title: 'Brass lamp', status: 'pending', phase: way === 'restored' ? 'restored' : 'waiting', max_bid: 25 },
    ])
    const receipt = await call(api.readReceipt, { token, params: { id: bids[0]?.id ?? 0 } })
    expect(receipt.body.data.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(STEPS))
    const { notifications } = (await call(api.listNotifications, { token })).body.data
    expect(notifications.map(({ kind }) => kind)).toEqual(expect.arrayContaining(TOLD))
    const asProgram = await call(api.readOwnToken, { token: API_TOKEN })
    expect(asProgram.status).toBe(way === 'restored' ? 401 : 200)

    // The jobs alone open the login, and sign in with it.
    programs.spawnProgram('jobs')
    const isOpened = async () =>
      (await call(api.renewToken, { token, params: { provider: 'shopgoodwill' } })).status === 200 || null
    expect(await pollUntil(systemClock, isOpened, { ...WAIT, everyMs: 2_000 })).toBe(true)
  },
)
