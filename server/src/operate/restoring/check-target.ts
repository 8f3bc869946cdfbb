import type { Client } from 'pg'
import { readMigrations } from '../../platform/database/read-migrations.ts'
import { refuseOlder } from '../../platform/database/refuse-older.ts'
import { StartupError } from '../../platform/startup-error.ts'

/**
 * Throws a StartupError unless the database is that of an empty installation, or has no tables at all, and no other program uses
 * it.
 */
export async function checkTarget(client: Client): Promise<void> {
  // What runs with another role shows no more than its name.
  const others = await names(
    client,
    `select coalesce(nullif(application_name, ''), 'a program') as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend'`,
  )
  if (others.length > 0) {
    throw new StartupError(
      `Other programs use the database (${[...new Set(others)].join(', ')}): stop Bidwell first, all of its processes`,
    )
  }
  const tables = await names(
    client,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (tables.length === 0) return
  if (!tables.includes('migrations') || !tables.includes('accounts')) {
    throw new StartupError(
      'The database has tables that are not those of Bidwell: restore into an empty database of its own',
    )
  }
  await refuseOtherVersion(client)
  const { rows } = await client.query<{ accounts: number }>('select count(*)::int as accounts from accounts')
  const accounts = rows[0]?.accounts ?? 0
  if (accounts > 0) {
    throw new StartupError(
      `The database has ${accounts} account${accounts === 1 ? '' : 's'}, and a restore would replace everything in it: ` +
        'restore into an empty installation, by another BIDWELL_DATA or another DATABASE_URL. If a restore was cut off here ' +
        'after it had said "Granting the roles their rights", everything is restored: start Bidwell, or run ' +
        '"npm run bidwell migrate" where you start its processes yourself',
    )
  }
}

async function refuseOtherVersion(client: Client) {
  const ours = (await readMigrations()).map(({ name }) => name)
  const applied = await names(client, 'select name from migrations')
  refuseOlder(applied)
  const unknown = applied.filter((name) => !ours.includes(name))
  if (unknown.length > 0) {
    throw new StartupError(
      `A later Bidwell made the database (it has ${unknown.toSorted().join(', ')}): restore with that one`,
    )
  }
}

async function names(client: Client, query: string): Promise<string[]> {
  return (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
}
