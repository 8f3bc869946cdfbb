import { StartupError } from '../startup-error.ts'

/** The first and the last of the migrations that one baseline took the place of. */
const FIRST_BEFORE = '0001-accounts.sql'
export const LAST_BEFORE = '0111-codes-of-links.sql'

/** Throws a StartupError for a database from before the baseline, whose migrations have these names. */
export function refuseOlder(applied: readonly string[]): void {
  if (!applied.includes(FIRST_BEFORE)) return
  throw new StartupError(
    `This database has the tables of an older Bidwell (${FIRST_BEFORE}), and nothing was changed: with the version that made ` +
      'it, make a backup (npm run bidwell backup); then move its BIDWELL_DATA away, or name an empty database in ' +
      'DATABASE_URL, and have this version restore the backup (npm run bidwell restore FILE)',
  )
}
