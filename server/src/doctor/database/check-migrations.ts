import { sql } from 'kysely'
import { type Migration, readMigrations } from '../../platform/database/read-migrations.ts'
import { type Connected, fail, type Finding, ok, warn } from '../check.ts'

type Known = Pick<Migration, 'name' | 'checksum'>

/** Whether the database has the shape of this version. */
export async function checkMigrations({ db }: Connected): Promise<Finding> {
  const { rows } = await sql<Known>`select name, checksum from migrations`.execute(db)
  return judgeMigrations(await readMigrations(), rows)
}

function judgeMigrations(ours: readonly Known[], applied: readonly Known[]): Finding {
  const known = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const missing = ours.filter(({ name }) => !known.has(name))
  if (missing.length > 0) {
    const found = `the database lacks ${missing.length} of this version, from ${missing[0]?.name} on`
    return fail(found, 'Run "npm run bidwell migrate".')
  }
  const changed = ours.find(({ name, checksum }) => known.get(name) !== checksum)
  if (changed) return fail(`${changed.name} differs from what was applied`, 'Install the release again, unchanged.')
  const newer = applied.length - ours.length
  if (newer > 0) {
    return warn(`the database has ${newer} of a newer version`, 'Finish the upgrade: start that version everywhere.')
  }
  return ok(`all ${ours.length} are applied`)
}
