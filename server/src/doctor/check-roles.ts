import { sql } from 'kysely'
import { PROCESS_NAMES, ROLES } from '../platform/database/roles.ts'
import { type Connected, fail, type Finding, ok, warn } from './check.ts'

/** Whether each process has a role of its own, to which `migrate` gives its rights, and none may do anything. */
export async function checkRoles({ db }: Connected): Promise<Finding | Finding[]> {
  const names = PROCESS_NAMES.map((process) => ROLES[process])
  const { rows } = await sql<{ name: string; isSuper: boolean }>`
    select rolname as name, rolsuper as "isSuper" from pg_roles
     where rolname = any(${names}::text[]) or rolname = current_user order by rolname`.execute(db)
  const findings = rows
    .filter(({ isSuper }) => isSuper)
    .map(({ name }) =>
      fail(
        `${name} is a superuser, so that a fault in Bidwell could reach the whole server`,
        `Run as administrator: alter role ${name} nosuperuser`,
      ),
    )
  const missing = names.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length === names.length) {
    const found = 'one role does everything, so that PostgreSQL cannot keep the parts apart'
    findings.push(warn(found, 'See "A PostgreSQL of your own" in docs/operations.md.'))
  } else if (missing.length > 0) {
    const remedy = 'Create what is missing as docs/operations.md says, and run "npm run bidwell migrate".'
    findings.push(fail(`the database lacks ${missing.join(', ')}`, remedy))
  }
  return findings.length > 0 ? findings : ok('each process has its own')
}
