import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { StartupError } from '../startup-error.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
/** Any number will do, as long as every Bidwell takes the same. */
const MIGRATION_LOCK = 8_243_943_355

/**
 * Brings the database to the shape this program expects, and installs the job queue's own tables. Of several that
 * start at once, one works and the others wait. Throws a Refusal when the database is newer, or was migrated with other files.
 */
export async function migrate(url: string, folder: URL = FOLDER): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'bidwell migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyFiles(client, folder)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end() // which also gives the lock back
  }
}

async function applyFiles(client: Client, folder: URL) {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

  const unknown = [...applied.keys()].filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new StartupError(`The database is newer than this Bidwell: it has ${unknown.join(', ')}`)

  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === checksum) continue
    if (before)
      throw new StartupError(`${name} has changed since it was applied to the database: add a new file instead`)
    await applyFile(client, { name, checksum, text })
  }
}

async function applyFile(client: Client, file: { name: string; checksum: string; text: string }) {
  await client.query('begin')
  try {
    await client.query(file.text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${file.name} failed`, { cause: error })
  }
}
