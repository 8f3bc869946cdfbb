import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { createBackupFile } from '../src/backups/create-backup-file.ts'
import type { Manifest } from '../src/backups/manifest.ts'
import { beginSnapshot, writeSnapshot } from '../src/backups/write-snapshot.ts'
import { readConfig } from '../src/config/config.ts'
import { systemClock } from '../src/platform/clock.ts'
import { giveToOwner } from '../src/platform/database/embedded/set-up-roles.ts'
import { restoreBackup } from '../src/restoring/restore-backup.ts'
import type { TestDatabase } from './copy-database.ts'
import { createTestDatabase } from './database.ts'
import { as } from './run-on-server.ts'

type BackUpOptions = { isFinal?: boolean; journals?: Record<string, string>; change?: Partial<Manifest> }

/** Makes backups of test databases in a folder, and restores them. */
export async function openRestoring(folder: string) {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  let made = 0

  /** `change` is written into the manifest. */
  async function backUp(url: string, { isFinal = false, journals = {}, change = {} }: BackUpOptions = {}) {
    const path = join(folder, `backup-${(made += 1)}.age`)
    const client = new Client(url)
    client.on('error', () => {}) // its database is dropped
    await client.connect()
    await using file = createBackupFile(path, [recipient])
    const snapshot = await writeSnapshot(client, await beginSnapshot(client), file)
    await client.end()
    const listed: Manifest['journals'] = []
    for (const [name, text] of Object.entries(journals)) {
      const data = Buffer.from(text)
      await file.add({ kind: 'journals', name, number: 1 }, data)
      listed.push({ name, bytes: data.length, sha256: createHash('sha256').update(data).digest('hex') })
    }
    await file.finish({ format: 1, release: '0.1.0', isFinal, ...snapshot, journals: listed, ...change })
    return { path, identities: [identity] }
  }

  type Restore = Partial<Parameters<typeof restoreBackup>[0]>
  /** Restores as the owner of the database alone. `environment` has the keys. */
  const restore = (target: { url: string }, source: { path: string; identities: string[] }, options: Restore = {}) =>
    restoreBackup({
      url: as('owner', target.url),
      source,
      keys: readConfig({}).keys,
      deleted: [],
      now: systemClock.now(),
      tell: () => {},
      ...options,
    })

  return { backUp, restore, recipient }
}

/** An empty database that the operator has made. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ bare: true })
  const client = new Client(database.url)
  await client.connect()
  await giveToOwner(client, new URL(database.url).pathname.slice(1))
  await client.end()
  return database
}
