import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateIdentity } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { readConfig, type VaultKey } from '../config/config.ts'
import { generateKeys } from '../config/keys.ts'
import { readBackupFile } from '../operate/backups/read-backup-file.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { connectionOf, contextOf } from './connection-queries.ts'
import { logInAgain, openSiteSession } from './open-site-session.ts'
import { openSealedSession } from './seal-session.ts'
import { createSealer, type Sealer } from './vault/create-sealer.ts'
import { openVault } from './vault/open-vault.ts'
import { Secret } from './vault/secret.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const HOST = '127.0.0.1'
const LOGINS = 10_000
const READERS = 4
/** Users who log in at the site again and again meanwhile. */
const WRITERS = 4
const PASSWORD = 'canary-password-'
const TOKEN = 'canary-token-'
const WAIT = { everyMs: 200, forMs: 500_000 }

/** As in the setting VAULT_KEYS. */
const asText = ({ kid, kind, key }: VaultKey) => `${kid}:${kind}:${key.toString('base64')}`

/** Accounts with a login and a session each, sealed as the API seals them. Returns the ids of the accounts. */
async function addLogins(db: Db, marketplace: string, sealer: Sealer): Promise<number[]> {
  await sql`
    with account as (
      insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      select n || '@example.com', 'v1.0', 'v1.0', now(), now(), now() from generate_series(1, ${LOGINS}) n returning id)
    insert into connections (account_id, marketplace, masked_username, sealed_credentials, token_expires_at, last_verified_at,
                             created_at, updated_at)
    select id, ${marketplace}, 'd••o', '{}', now() + interval '1 day', now(), now(), now() from account`.execute(db)
  const rows = await db.selectFrom('connections').selectAll().where('marketplace', '=', marketplace).execute()
  const sealed = rows.map((row) => {
    const name = String(row.account_id)
    const seal = (text: object, purpose: 'site-credentials' | 'site-token') =>
      JSON.stringify(sealer.seal(new Secret(JSON.stringify(text)), contextOf(row, purpose)))
    return {
      credentials: seal({ username: name, password: PASSWORD + name }, 'site-credentials'),
      token: seal({ token: TOKEN + name, expiresAt: null }, 'site-token'),
    }
  })
  await sql`
    update connections c set sealed_credentials = s.credentials, sealed_token = s.token
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${sealed.map(({ credentials }) => credentials)}::jsonb[],
                  ${sealed.map(({ token }) => token)}::jsonb[]) as s (id, credentials, token)
     where c.id = s.id`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

const countLeft = async (db: Db, kid: string) => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from connections
     where sealed_credentials ->> 'kid' <> ${kid} or sealed_token ->> 'kid' <> ${kid}`.execute(db)
  return rows[0]?.left ?? Infinity
}

test('Ten thousand site logins get the new key while they are read and renewed: none fails, none is left, and no secret gets out', async () => {
  await using it = await startSniping()
  const [old] = it.keys.vault
  const [fresh] = readConfig(generateKeys()).keys.vault
  if (!old || !fresh) throw new Error('No key was made')
  const keys = [fresh, old]
  const accounts = await addLogins(it.db, it.marketplace.id, createSealer([old], HOST))
  const writers: { accountId: number; name: string }[] = []
  while (writers.length < WRITERS) {
    const name = `canary-writer-${writers.length}`
    writers.push({ name, accountId: await it.addBidderNamed(name) })
  }
  expect(await countLeft(it.db, fresh.kid)).toBe(LOGINS + WRITERS + 1) // and the first bidder of the installation

  const output: string[] = []
  const listen = (child: ReturnType<typeof it.spawnProgram>) => {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)))
    return child
  }
  const settings = { VAULT_KEYS: keys.map(asText).join(','), LOG_LEVEL: 'trace' }
  const engine = it.openAs('engine')
  const ctx = {
    ...it.connecting,
    db: engine.db,
    vault: openVault(keys, HOST),
    sealer: createSealer(keys, HOST),
    process: 'engine' as const,
  }
  const failures: string[] = []
  let reads = 0
  let writes = 0
  const onError = (error: unknown) => void failures.push(String(error))
  const read = async () => {
    const accountId = accounts[Math.floor(Math.random() * accounts.length)]!
    const { token } = await openSiteSession(ctx, accountId, { purpose: 'refresh', validUntil: systemClock.now() })
    if (token !== TOKEN + accountId) failures.push(`${accountId} got the session of another`)
    reads += 1
  }
  const write = async ({ accountId }: (typeof writers)[number]) => {
    await logInAgain(ctx, accountId, { purpose: 'refresh' })
    writes += 1
  }
  const load = [
    ...Array.from({ length: READERS }, () => every(systemClock, 20, read, { onError })),
    ...writers.map((writer) => every(systemClock, 250, () => write(writer), { onError })),
  ]
  const jobs = listen(it.spawnProgram('jobs', settings, 'pipe'))
  const untilRotated = async () => ((await countLeft(it.db, fresh.kid)) === 0 ? true : null)
  expect(await pollUntil(systemClock, untilRotated, WAIT)).toBe(true)
  const [readsMeanwhile, writesMeanwhile] = [reads, writes]
  await Promise.all(load.map((one) => one[Symbol.asyncDispose]()))
  jobs.kill('SIGTERM')
  if (jobs.exitCode === null) await once(jobs, 'exit')

  expect(failures).toEqual([])
  expect([readsMeanwhile > 200, writesMeanwhile > WRITERS]).toEqual([true, true])
  expect(await countLeft(it.db, fresh.kid)).toBe(0)
  const { rows: uses } = await sql<{ outcome: string; uses: number }>`
    select outcome, count(*)::int as uses from vault_uses where purpose = 'rotate' group by outcome`.execute(it.db)
  expect(uses).toEqual([{ outcome: 'ok', uses: expect.any(Number) }])

  // Everything opens without the old key, which a process then needs no more.
  const alone = openVault([fresh], HOST)
  for (const accountId of accounts) {
    const row = (await connectionOf(it.db, accountId, it.marketplace.id))!
    expect(openSealedSession(alone, row).token).toBe(TOKEN + accountId)
    const credentials = alone.open(row.sealed_credentials, contextOf(row, 'site-credentials'))
    expect(credentials.reveal()).toContain(`"${PASSWORD}${accountId}"`)
  }
  const next = listen(it.spawnProgram('jobs', { ...settings, VAULT_KEYS: asText(fresh) }, 'pipe'))
  expect(await pollUntil(systemClock, async () => (await it.isListening('bidwell jobs')) || null, WAIT)).toBe(true)
  next.kill('SIGTERM')
  await once(next, 'exit')

  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const identity = await generateIdentity()
  const env = { PATH: process.env['PATH'], DATABASE_URL: it.url, BIDWELL_DATA: folder, BACKUP_IDENTITY: identity }
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...env, ...settings } }).catch(
      // The doctor ends with its findings.
      (error: { stdout: string; stderr: string }) => error,
    )
  const backup = await run('backup')
  const doctor = await run('doctor')
  expect(doctor.stdout).toContain('database:')
  const [file = ''] = await readdir(join(folder, 'backups'))
  const entries = new Map<string, string>()
  const source = { path: join(folder, 'backups', file), identities: [identity] }
  for await (const entry of readBackupFile(source)) {
    const [name, text] =
      entry.kind === 'manifest' ? ['manifest', JSON.stringify(entry.manifest)] : [entry.name, entry.data.toString()]
    entries.set(name, (entries.get(name) ?? '') + Buffer.from(text).toString())
  }

  const places: Record<string, string> = {
    'the logs': output.join(''),
    'the command backup': backup.stdout + backup.stderr,
    'the command doctor': doctor.stdout + doctor.stderr,
    ...Object.fromEntries(entries),
  }
  const secrets = [...keys, ...it.keys.session].flatMap(({ key }) => [
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
  ])
  const canaries = [PASSWORD, TOKEN, 'canary-writer-', identity, ...secrets]
  const encoded = [PASSWORD, TOKEN].map((canary) => Buffer.from(canary).toString('hex'))
  const allowed = writers.map(({ name }) => `${name}@example.com`)
  const found = Object.entries(places).flatMap(([place, text]) => {
    const shown = allowed.reduce((rest, address) => rest.replaceAll(address, ''), text)
    return [...canaries, ...encoded].filter((canary) => shown.includes(canary)).map((canary) => `${canary} in ${place}`)
  })
  expect(found).toEqual([])
  // The scan saw what it looked through.
  expect(places['connections']).toContain(fresh.kid)
  expect(places['accounts']).toContain(`${accounts[0]}@example.com`)
  expect(places['the logs']).toContain('site logins were sealed for the newest key')
})
