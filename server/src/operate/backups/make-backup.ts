import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { identityToRecipient } from 'age-encryption'
import type { Client } from 'pg'
import { isAlive } from '../../platform/database/embedded/lock-file.ts'
import { removeDeadScratches } from '../../platform/database/embedded/start-scratch.ts'
import type { Db } from '../../platform/database/tables.ts'
import { VERSION } from '../../platform/release.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { BEFORE_UPGRADE, listKept, noteFailure, noteStart, noteState, NOW } from './backup-queries.ts'
import { connectUntil } from './connect-until.ts'
import { type BackupFile, createBackupFile } from './create-backup-file.ts'
import { decideRemovals } from './decide-removals.ts'
import { createDigest } from './digest.ts'
import { FORMAT, type Manifest } from './manifest.ts'
import { verifyBackup } from './verify-backup.ts'
import { beginSnapshot, writeSnapshot } from './write-snapshot.ts'

export type BackupDeps = {
  /** As the owner of the tables. */
  db: Db
  databaseUrl: string
  /** The engines of this data folder have their journals there. */
  dataDir: string
  folder: string
  /** The secret keys of `age` that open the backup. Called under the lock: it may make them. */
  readIdentities: () => Promise<readonly string[]>
  /** Tells the person at the terminal how far it is. */
  print: (line: string) => void
  /** Aborts when the process is asked to end: the backup is given up. */
  stop: AbortSignal
}

/** An arbitrary number for the advisory lock: one backup at a time. It must never change. */
const BACKUP_LOCK = 7_316_204_911
const GIVEN_UP = 'The backup was given up, as the process was asked to end'
const PARTIAL = /^bidwell-[\w-]+\.age\.partial-(\d+)$/
const JOURNAL = /^[\w.-]+\.ndjson$/

/**
 * Makes a backup, reads it back into a database of its own, and removes those that are no longer needed. The table `backups`
 * tells each step. Bids and every other write go on meanwhile. Throws a StartupError with the reason when there is no whole,
 * restorable backup.
 */
export async function makeBackup(deps: BackupDeps, { isBeforeUpgrade = false } = {}): Promise<void> {
  const { db, folder, databaseUrl, stop } = deps
  await using connection = await connectUntil(stop, databaseUrl)
  const { client } = connection
  await takeLock(client)
  const takenAt = await beginSnapshot(client)
  const id = await noteStart(db, takenAt)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeDeadWork(folder)
    const identities = await deps.readIdentities()
    const file = nameOf(takenAt, isBeforeUpgrade ? BEFORE_UPGRADE : '')
    const path = join(folder, file)
    const { manifest, bytes } = await write(deps, { client, takenAt, path, identities })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await noteState(db, id, { file, bytes, row_count: rows })
    deps.print(`${path} has ${rows} rows in ${bytes} bytes, as of ${takenAt.toISOString()}.`)
    await verifyBackup({ path, identities }, stop)
    deps.print('It was read back, loaded into a database of its own, and is equal.')
    await noteState(db, id, { verified_at: NOW, ended_at: NOW })
    await removeOld(deps)
  } catch (error) {
    const sentence = stop.aborted ? GIVEN_UP : sentenceOf(error)
    // Without the note, the next backup makes it.
    await noteFailure(db, id, sentence).catch(() => {})
    throw new StartupError(sentence, { cause: error })
  }
}

async function takeLock(client: Client) {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [BACKUP_LOCK])
  if (rows[0]?.locked !== true)
    throw new StartupError('Another backup of this database is being made: wait for its end')
}

/** Of processes that were killed: begun files, and databases for verifying. */
async function removeDeadWork(folder: string) {
  await removeDeadScratches(folder)
  for (const name of await readdir(folder)) {
    const pid = Number(PARTIAL.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

const nameOf = (takenAt: Date, reason: string) =>
  `bidwell-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}${reason}.age`

type Writing = {
  client: Client
  takenAt: Date
  path: string
  identities: readonly string[]
}

async function write({ dataDir }: BackupDeps, { client, takenAt, path, identities }: Writing) {
  // An engine clears its journal once the database has what is in it: a moment after the snapshot, that cannot have gone far.
  const kept = await readJournals(join(dataDir, 'engine'))
  await using file = createBackupFile(path, await Promise.all(identities.map(identityToRecipient)))
  const snapshot = await writeSnapshot(client, takenAt, file)
  const journals = await addJournals(file, kept)
  const manifest: Manifest = { format: FORMAT, release: VERSION, ...snapshot, journals }
  return { manifest, bytes: await file.finish(manifest) }
}

/** The entries of the engines of this data folder that the database may lack, by the names of their files. */
async function readJournals(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder).catch(emptyIfMissing)).filter((name) => JOURNAL.test(name))
  const journals = new Map<string, Buffer>()
  for (const name of names) {
    // One that is gone by now has come into the database.
    const data = await readFile(join(folder, name)).catch(emptyIfMissing)
    if (data.length > 0) journals.set(name, Buffer.from(data as Buffer))
  }
  return journals
}

function emptyIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

const PIECE_BYTES = 4 * 2 ** 20

async function addJournals(file: BackupFile, kept: ReadonlyMap<string, Buffer>): Promise<Manifest['journals']> {
  const journals: Manifest['journals'] = []
  for (const [name, data] of kept) {
    for (let at = 0; at < data.length; at += PIECE_BYTES) {
      const piece = data.subarray(at, at + PIECE_BYTES)
      await file.add({ kind: 'journals', name, number: at / PIECE_BYTES + 1 }, piece)
    }
    const digest = createDigest()
    digest.update(data)
    const { bytes, sha256 } = digest.end()
    journals.push({ name, bytes, sha256 })
  }
  return journals
}

/** Removes files of ours that later ones make superfluous, once the latest is whole. */
async function removeOld({ db, folder }: BackupDeps) {
  const kept = await listKept(db)
  const removals = new Set(decideRemovals(kept))
  for (const { id, file } of kept.filter((backup) => removals.has(backup.id))) {
    await rm(join(folder, file), { force: true })
    await noteState(db, id, { removed_at: NOW })
  }
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the backups is full'
  return error instanceof Error ? error.message : String(error)
}
