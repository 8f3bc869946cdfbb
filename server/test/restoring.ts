import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { markKept } from '../src/bidding/waiting/keep-restored.ts'
import { readConfig } from '../src/config/config.ts'
import { createBackupFile } from '../src/operate/backups/create-backup-file.ts'
import type { Manifest } from '../src/operate/backups/manifest.ts'
import { beginSnapshot, writeSnapshot } from '../src/operate/backups/write-snapshot.ts'
import { restoreBackup } from '../src/operate/restoring/restore-backup.ts'
import { systemClock } from '../src/platform/clock.ts'
import { giveToOwner } from '../src/platform/database/embedded/set-up-roles.ts'
import { VERSION } from '../src/platform/release.ts'
import { neverAborted } from '../src/platform/with-timeout.ts'
import type { TestDatabase } from './copy-database.ts'
import { createTestDatabase } from './database.ts'
import { readBids } from './read-bids.ts'
import { as } from './run-on-server.ts'
import { startSniping } from './sniping.ts'

type BackUpOptions = { journals?: Record<string, string>; change?: Partial<Manifest> }

/** Makes backups of test databases in a folder, and restores them. */
export async function openRestoring(folder: string) {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  let made = 0

  /** `change` is written into the manifest. */
  async function backUp(url: string, { journals = {}, change = {} }: BackUpOptions = {}) {
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
    await file.finish({ format: 1, release: VERSION, ...snapshot, journals: listed, ...change })
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
      clock: systemClock,
      stop: neverAborted,
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

/** An installation at an auction house of its own. Its engines, and the places where it is restored, end with it. */
export async function openPlace() {
  await using stack = new AsyncDisposableStack()
  const it = stack.use(await startSniping())
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  stack.defer(() => rm(folder, { recursive: true }))
  const restoring = await openRestoring(folder)
  const owned = stack.move()
  const sent = (itemId: number) => it.arrivals(itemId).map(({ outcome }) => outcome)

  /** The installation as it was at the backup, in another database, with an engine. */
  async function restore(source: Awaited<ReturnType<typeof restoring.backUp>>, { hasEngine = true } = {}) {
    const target = owned.use(await emptyDatabase())
    await restoring.restore(target, source, { keys: it.keys })
    if (hasEngine) owned.use(await it.startEngine(target))
    const { db } = target
    /** As the owner does. */
    const keep = (bidId: number) =>
      db.transaction().execute(async (tx) => {
        const bid = await tx
          .selectFrom('bids')
          .selectAll()
          .where('id', '=', bidId)
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (bid.status === 'pending') await markKept(tx, bid, it.clock.now())
      })
    return { db, keep, ...readBids(db, it.clock) }
  }

  /** Resolves once the auction house has received a bid. */
  const untilSent = (itemId: number) => it.awaitAnswer(async () => (sent(itemId).length > 0 ? true : null))

  /** Runs an engine of the installation itself until the auction house has a bid. */
  async function sendAtOldPlace(itemId: number) {
    await using _engine = await it.startEngine()
    await untilSent(itemId)
  }

  return {
    ...it,
    restore,
    sent,
    untilSent,
    sendAtOldPlace,
    backUp: () => restoring.backUp(it.url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
