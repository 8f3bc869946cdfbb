import { sql } from 'kysely'
import { FUNCTION_GRANTS, SEQUENCE_GRANTS, TABLE_GRANTS } from '../platform/database/grants.ts'
import { PROCESS_NAMES, type ProcessName, ROLES } from '../platform/database/roles.ts'
import { type Connected, fail, type Finding, ok, warn } from './check.ts'

/** Something that a role may do, such as `bidwell_jobs select on sessions (id)`. */
type Grant = string

type Facts = {
  /** Of the roles that the processes use. */
  existing: readonly string[]
  /** Those of them, and the role of this connection, that may do anything. */
  superusers: readonly string[]
  expected: ReadonlySet<Grant>
  actual: ReadonlySet<Grant>
}

/** Whether each process has a role of its own that may do what it needs, and no more. */
export async function checkRoles({ db }: Connected): Promise<Finding | Finding[]> {
  const names = PROCESS_NAMES.map((process) => ROLES[process])
  const roles = await sql<{ name: string; isSuper: boolean }>`
    select rolname as name, rolsuper as "isSuper" from pg_roles
     where rolname = any(${names}::text[]) or rolname = current_user order by rolname`.execute(db)
  const objects = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select proname from pg_proc where pronamespace = 'public'::regnamespace`.execute(db)
  const actual = await sql<{ role: string; privilege: string; object: string; part: string | null }>`
    select coalesce(rolname, 'public') as role, lower(privilege) as privilege, object, part
      from (select relname as object, null as part, a.grantee, a.privilege_type as privilege
              from pg_class, aclexplode(relacl) a
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
            union all
            select relname, attname, a.grantee, a.privilege_type
              from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl) a
             where relnamespace = 'public'::regnamespace
            union all
            select proname, null, a.grantee, a.privilege_type
              from pg_proc, aclexplode(proacl) a where pronamespace = 'public'::regnamespace) granted
           left join pg_roles on pg_roles.oid = grantee
     where grantee = 0 or rolname = any(${names}::text[])`.execute(db)
  return judgeRoles({
    existing: roles.rows.map(({ name }) => name).filter((name) => names.some((known) => known === name)),
    superusers: roles.rows.filter(({ isSuper }) => isSuper).map(({ name }) => name),
    expected: expectedGrants(new Set(objects.rows.map(({ name }) => name))),
    actual: new Set(actual.rows.map(({ role, privilege, object, part }) => grantOf(role, privilege, object, part))),
  })
}

const grantOf = (role: string, privilege: string, object: string, part: string | null): Grant =>
  `${role} ${privilege} on ${object}${part === null ? '' : ` (${part})`}`

/** What `migrate` grants, of the objects that exist: another version may have others. */
function expectedGrants(objects: ReadonlySet<string>): Set<Grant> {
  const onTables = Object.entries(TABLE_GRANTS).flatMap(([table, grants]) =>
    Object.entries(grants).flatMap(([process, privileges]) =>
      [...privileges.matchAll(/(\w+)(?: \(([^)]*)\))?/g)].flatMap(([, privilege = '', columns]) =>
        (columns?.split(', ') ?? [null]).map((column) => ({ process, privilege, object: table, part: column })),
      ),
    ),
  )
  const all = [...onTables, ...onWhole(FUNCTION_GRANTS, 'execute'), ...onWhole(SEQUENCE_GRANTS, 'usage')]
  return new Set(
    all
      .filter(({ object }) => objects.has(object))
      .map(({ process, privilege, object, part }) => grantOf(ROLES[process as ProcessName], privilege, object, part)),
  )
}

const onWhole = (grants: Readonly<Record<string, readonly ProcessName[]>>, privilege: string) =>
  Object.entries(grants).flatMap(([object, processes]) =>
    processes.map((process) => ({ process, privilege, object, part: null })),
  )

function judgeRoles({ existing, superusers, expected, actual }: Facts): Finding | Finding[] {
  const findings = superusers.map((name) =>
    fail(
      `${name} is a superuser, so that a fault in Bidwell could reach the whole server`,
      `Run as administrator: alter role ${name} nosuperuser`,
    ),
  )
  if (existing.length === 0) {
    const found = 'one role does everything, so that PostgreSQL cannot keep the parts apart'
    return [...findings, warn(found, 'See "A PostgreSQL of your own" in docs/operations.md.')]
  }
  const missingRoles = PROCESS_NAMES.map((process) => ROLES[process]).filter((name) => !existing.includes(name))
  if (missingRoles.length > 0) {
    const remedy = 'Create what is missing as docs/operations.md says, and run "npm run bidwell migrate".'
    return [...findings, fail(`the database lacks ${missingRoles.join(', ')}`, remedy)]
  }
  const missing = [...expected.difference(actual)].toSorted()
  if (missing.length > 0) {
    findings.push(fail(`missing is ${several(missing)}`, 'Run "npm run bidwell migrate", which grants it.'))
  }
  const surplus = [...actual.difference(expected)].toSorted()
  if (surplus.length > 0) {
    findings.push(warn(`too much is ${several(surplus)}`, 'Run "npm run bidwell migrate", which takes it away.'))
  }
  return findings.length > 0 ? findings : ok(`each process has its own, with its ${expected.size} rights and no others`)
}

const several = ([first = '', ...more]: readonly string[]) =>
  `the right ${first}${more.length === 0 ? '' : `, and ${more.length} more`}`
