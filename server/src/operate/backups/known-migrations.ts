import { type Migration, readMigrations } from '../../platform/database/read-migrations.ts'
import { LAST_BEFORE } from '../../platform/database/refuse-older.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Manifest } from './manifest.ts'

/** Whether a backup has the last tables from before the baseline: they are fitted into those of the baseline. */
export const isFromBeforeBaseline = ({ migrations }: Pick<Manifest, 'migrations'>): boolean =>
  migrations.some(({ name }) => name === LAST_BEFORE)

/**
 * The migrations that a backup's database had, with their texts; the baseline for a backup from just before it. Throws a
 * StartupError when this version lacks one, or has it with another text.
 */
export async function knownMigrations({ migrations, release }: Manifest): Promise<Migration[]> {
  const all = await readMigrations()
  if (isFromBeforeBaseline({ migrations })) return all.slice(0, 1)
  const ours = new Map(all.map((migration) => [migration.name, migration]))
  const known = migrations.map(({ name, checksum }) => {
    const migration = ours.get(name)
    if (migration?.checksum === checksum) return migration
    throw new StartupError(
      `The backup was made by Bidwell ${release}, whose database has ${name}, ` +
        (migration
          ? 'and this Bidwell has another of that name'
          : 'and this Bidwell has not: use that one, or a later one'),
    )
  })
  return known.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
