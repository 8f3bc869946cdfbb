import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { as } from '../../../test/run-on-server.ts'
import { giveToOwner } from '../../platform/database/embedded/set-up-roles.ts'
import { applyMigrations } from '../../platform/database/migrate.ts'
import { VERSION } from '../../platform/release.ts'
import { checkBackupFile } from './check-backup-file.ts'
import { createBackupFile } from './create-backup-file.ts'
import { knownMigrations } from './known-migrations.ts'
import { loadBackup } from './load-backup.ts'
import type { Manifest } from './manifest.ts'
import { digestTables } from './verify-backup.ts'
import { beginSnapshot, writeSnapshot } from './write-snapshot.ts'

/** What COPY must escape. */
const TITLE = 'Lamp\twith \\N, "quotes",\nlines\r and 灯 \u{1F4A1}'
const CANARY = 'canary-of-the-plain-text'

let bidding: Bidding
let identity: string
let recipient: string
let folder: string

beforeAll(async () => {
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  bidding = await startBidding()
  const ann = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  await bidding.track(ann, auctionId)
  await bidding.schedule(ann, auctionId, 25.5, 7)
  await bidding.db.updateTable('listings').set({ title: TITLE, seller_id: CANARY }).execute()
  await bidding.db.updateTable('connections').set({ sealed_credentials: '{"kid":"vault-key"}' }).execute()
})
afterAll(async () => {
  await bidding[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => {}) // its database is dropped
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const JOURNAL = { name: 'journal-1-2.ndjson', text: '{"a":"灯"}\n{"b":1}\n' }

async function aBackup(name: string) {
  const path = join(folder, name)
  const client = await connect(bidding.api.databaseUrl)
  await using file = createBackupFile(path, [recipient])
  const snapshot = await writeSnapshot(client, await beginSnapshot(client), file)
  const [start, end] = [Buffer.from(JOURNAL.text).subarray(0, 7), Buffer.from(JOURNAL.text).subarray(7)]
  await file.add({ kind: 'journals', name: JOURNAL.name, number: 1 }, start)
  await file.add({ kind: 'journals', name: JOURNAL.name, number: 2 }, end)
  const sha256 = createHash('sha256').update(JOURNAL.text).digest('hex')
  const journals = [{ name: JOURNAL.name, bytes: Buffer.byteLength(JOURNAL.text), sha256 }]
  const manifest: Manifest = { format: 1, release: VERSION, ...snapshot, journals }
  const bytes = await file.finish(manifest)
  return { path, manifest, bytes, source: { path, identities: [identity] } }
}

test('A backup that is loaded into an empty database, by the owner of its tables alone, has the same rows in every table', async () => {
  const { path, manifest, bytes, source } = await aBackup('whole.age')
  expect((await stat(path)).size).toBe(bytes)
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect(await checkBackupFile(source)).toEqual(manifest)
  expect(manifest.tables.find(({ name }) => name === 'bids')?.rows).toBe(1)
  expect(manifest.keys.vault).toEqual(['vault-key'])
  expect(manifest.keys.session).toEqual(['test'])

  await using other = await createTestDatabase({ bare: true })
  const superuser = await connect(other.url)
  await giveToOwner(superuser, new URL(other.url).pathname.slice(1))
  const owner = await connect(as('owner', other.url))
  await applyMigrations(owner, await knownMigrations(manifest))
  const before = await constraintsAndTriggers(owner)
  await owner.query('begin')
  const journals = await loadBackup(owner, source, manifest)
  await owner.query('commit')

  expect([...journals]).toEqual([[JOURNAL.name, JOURNAL.text]])
  const original = await connect(bidding.api.databaseUrl)
  expect(await digestTables(owner)).toEqual(await digestTables(original))
  expect((await owner.query('select title from listings')).rows).toEqual([{ title: TITLE }])
  expect(await constraintsAndTriggers(owner)).toEqual(before)
  // A new row gets the next number, and the triggers work again.
  const ids = await owner.query(
    'select max(id)::int as last, nextval(pg_get_serial_sequence($1, $2))::int as next from bids',
    ['bids', 'id'],
  )
  expect(ids.rows[0].next).toBeGreaterThan(ids.rows[0].last)
  await expect(owner.query('truncate bid_events')).rejects.toThrow()
})

async function constraintsAndTriggers(client: Client) {
  const { rows } = await client.query(`
    select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as is from pg_constraint
     where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`)
  return rows
}

test('A backup has the header of age for one X25519 recipient, and shows nothing of what is in it', async () => {
  const { path } = await aBackup('secret.age')
  const file = await readFile(path)
  expect(file.subarray(0, 90).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 [\w+/]{43}\n/)
  for (const word of [CANARY, 'bids', 'manifest', 'ustar', 'test']) expect(file.includes(word)).toBe(false)
})

test.each([
  { damage: 'a flipped bit in its middle', change: (file: Buffer) => flip(file, file.length >> 1) },
  { damage: 'a flipped bit in its header', change: (file: Buffer) => flip(file, 40) },
  { damage: 'a flipped bit in its last byte', change: (file: Buffer) => flip(file, file.length - 1) },
  { damage: 'its end cut off', change: (file: Buffer) => file.subarray(0, -1) },
  { damage: 'its second half cut off', change: (file: Buffer) => file.subarray(0, file.length >> 1) },
])('A backup with $damage is refused', async ({ change }) => {
  const { path, source } = await aBackup('damaged.age')
  await writeFile(path, change(await readFile(path)))
  await expect(checkBackupFile(source)).rejects.toThrow(/damaged\.age (is damaged|was encrypted for another key)/)
})

test('A backup with bytes behind its end is refused', async () => {
  const { path, source } = await aBackup('longer.age')
  await appendFile(path, 'x')
  await expect(checkBackupFile(source)).rejects.toThrow(/is damaged/)
})

function flip(file: Buffer, at: number): Buffer {
  const flipped = Buffer.from(file)
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
  return flipped
}

test('A backup for another key, a path without a file, and an empty file are refused with the reason', async () => {
  const { path } = await aBackup('other.age')
  const other = { path, identities: [await generateIdentity()] }
  await expect(checkBackupFile(other)).rejects.toThrow('was encrypted for another key')
  await expect(checkBackupFile({ ...other, path: join(folder, 'none.age') })).rejects.toThrow('There is no file')
  await writeFile(join(folder, 'empty.age'), '')
  await expect(checkBackupFile({ ...other, path: join(folder, 'empty.age') })).rejects.toThrow(/empty\.age is empty$/)
})

test('A backup that is given up before its end leaves no file', async () => {
  const before = await readdir(folder)
  {
    await using file = createBackupFile(join(folder, 'given-up.age'), [recipient])
    await file.add({ kind: 'tables', name: 'bids', number: 1 }, Buffer.from('1\n'))
  }
  expect(await readdir(folder)).toEqual(before)
})

test('A backup whose tables differ from its manifest is refused', async () => {
  const { manifest } = await aBackup('model.age')
  const path = join(folder, 'differs.age')
  const source = { path, identities: [identity] }
  const table = { name: 'bids', columns: ['id'], rows: 1, bytes: 2, sha256: '0'.repeat(64) }
  const write = async (change: Partial<Manifest>, pieces: readonly number[]) => {
    await using file = createBackupFile(path, [recipient])
    for (const number of pieces) await file.add({ kind: 'tables', name: 'bids', number }, Buffer.from('1\n'))
    await file.finish({ ...manifest, tables: [], journals: [], ...change })
  }
  await write({ tables: [table] }, [1])
  await expect(checkBackupFile(source)).rejects.toThrow('tables/bids is not what the manifest says')
  await write({}, [1])
  await expect(checkBackupFile(source)).rejects.toThrow('tables/bids is not in the manifest')
  await write({ tables: [table] }, [])
  await expect(checkBackupFile(source)).rejects.toThrow('tables/bids is not what the manifest says')
  await write({ tables: [table] }, [2])
  await expect(checkBackupFile(source)).rejects.toThrow('piece 1 of tables/bids is missing')
  await write({ format: 2 as 1 }, [])
  await expect(checkBackupFile(source)).rejects.toThrow('has the format 2 of a later Bidwell')
})
