import { hasChecksum, type Migration, readMigrations } from '../platform/database/read-migrations.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * The migrations that a backup's database had, with their texts. Throws a StartupError when this version lacks one, or has it
 * with another text.
 */
export async function knownMigrations({ migrations, release }: Manifest): Promise<Migration[]> {
  const ours = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  const known = migrations.map(({ name, checksum }) => {
    const migration = ours.get(name)
    if (migration && hasChecksum(migration, checksum)) return migration
    throw new StartupError(
      `The backup was made by Bidwell ${release}, whose database has ${name}, ` +
        (migration
          ? 'and this Bidwell has another of that name'
          : 'and this Bidwell has not: use that one, or a later one'),
    )
  })
  return known.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
