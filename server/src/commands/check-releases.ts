import { sql } from 'kysely'
import { parseProcessName } from '../platform/database/process-name.ts'
import { type Migration, oldestReleaseOf } from '../platform/database/read-migrations.ts'
import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'

/**
 * Throws a StartupError when a process is connected whose release is older than one of the migrations allows. `print` receives a line for
 * processes that do not say their release.
 */
export async function checkReleases(
  db: Db,
  pending: readonly Pick<Migration, 'name' | 'text'>[],
  print: (line: string) => void,
): Promise<void> {
  const bounds = pending
    .flatMap(({ name, text }) => {
      const oldest = oldestReleaseOf(text)
      return oldest === null ? [] : [{ name, oldest }]
    })
    .toSorted((a, b) => compareReleases(b.oldest, a.oldest))
  const [strictest] = bounds
  if (strictest === undefined) return
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity where datname = current_database()`.execute(db)
  const processes = rows.flatMap(({ name }) => parseProcessName(name) ?? [])
  const old = processes.flatMap(({ process, release }) =>
    release !== null && compareReleases(release, strictest.oldest) < 0 ? [`${process} of ${release}`] : [],
  )
  if (old.length > 0) {
    throw new StartupError(
      `Nothing was changed: ${strictest.name} allows processes of Bidwell ${strictest.oldest} and later, and older ones are ` +
        `connected (${old.toSorted().join(', ')}). Upgrade to ${strictest.oldest} first, or stop them`,
    )
  }
  const silent = processes.flatMap(({ process, release }) => (release === null ? [process] : []))
  if (silent.length > 0) {
    print(
      `These processes do not say their release: ${silent.toSorted().join(', ')}. ${strictest.name} allows those of Bidwell ` +
        `${strictest.oldest} and later.`,
    )
  }
}

const compareReleases = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
