import type { Client } from 'pg'
import { ROLE_NAMES, ROLES } from '../roles.ts'
import { type Passwords, scramVerifier } from './role-passwords.ts'

/** Makes the product's roles, each an ordinary one with its password. Run it as superuser, in any database. */
export async function setUpRoles(client: Client, passwords: Passwords): Promise<void> {
  for (const name of ROLE_NAMES) {
    const role = client.escapeIdentifier(ROLES[name])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLES[name]])
    if (rowCount === 0) await client.query(`create role ${role}`)
    // Not the password itself: a statement can end up in the server's log.
    const verifier = client.escapeLiteral(scramVerifier(passwords[name]))
    await client.query(`alter role ${role} with login password ${verifier}
      nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
  }
}

/** The kinds of objects that have an owner, each with the statement that lists the names of the superuser's own. */
const OWNED = `
  with schemas as (
    select oid, nspname as name, nspowner as owner from pg_namespace
     where nspname <> 'information_schema' and not starts_with(nspname, 'pg_')
  ), owned as (
    select 'schema' as kind, quote_ident(name) as name, owner from schemas
    union all
    -- The sequence of a column, the index and the row type of a table follow their table. A partition does not.
    select case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass::text, relowner
      from pg_class c join schemas on schemas.oid = relnamespace
     where relkind in ('r', 'p', 'v', 'S')
       and not (relkind = 'S' and exists (
             select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                                       and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass))
    union all
    select 'routine', p.oid::regprocedure::text, proowner from pg_proc p join schemas on schemas.oid = pronamespace
     where not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select 'type', t.oid::regtype::text, typowner
      from pg_type t join schemas on schemas.oid = typnamespace left join pg_class c on c.oid = typrelid
     where typelem = 0 and (typtype in ('e', 'd') or c.relkind = 'c')
  )
  select kind, name from owned where owner in (select oid from pg_roles where rolsuper or rolname = 'pg_database_owner')
`

/**
 * Makes the owner role the owner of everything in this database, also of what an earlier version made as superuser, and
 * lets nobody but the product's roles connect. Nobody may make schemas, and so no extensions. Run it as superuser.
 */
export async function giveToOwner(client: Client, database: string): Promise<void> {
  const owner = ROLES.owner
  const { rows } = await client.query<{ kind: string; name: string }>(OWNED)
  for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${owner}`)
  await client.query(`create schema if not exists graphile_worker authorization ${owner}`)

  const roles = Object.values(ROLES).join(', ')
  for (const name of ['postgres', 'template1', database]) {
    await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`)
  }
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${roles}`)
}
