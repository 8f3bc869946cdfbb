import type { Client } from 'pg'
import { StartupError } from '../startup-error.ts'
import { FUNCTION_GRANTS, SEQUENCE_GRANTS, TABLE_GRANTS } from './grants.ts'
import { type ProcessName, PROCESS_NAMES, ROLES } from './roles.ts'

/** The jobs work off the queue of the library. */
const QUEUE = `
  grant usage on schema graphile_worker to ${ROLES.jobs};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${ROLES.jobs};
  do $$
  declare
    queue_table regclass;
  begin
    -- The library protects these tables by row-level security without a policy: only their owner sees a row.
    for queue_table in
      select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
    loop
      execute format('drop policy if exists jobs on %s', queue_table);
      execute format('create policy jobs on %s to ${ROLES.jobs} using (true) with check (true)', queue_table);
    end loop;
  end $$;`

/**
 * Grants each process's role its privileges, and takes others away. Does nothing in a database without these roles: all
 * processes then use the role that migrates. Throws a StartupError when only some of the roles exist.
 */
export async function grantPrivileges(client: Client): Promise<void> {
  const names = PROCESS_NAMES.map((process) => ROLES[process])
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1::text[])',
    [names],
  )
  if (rows.length === 0) return
  const missing = new Set<string>(names).difference(new Set(rows.map(({ name }) => name)))
  if (missing.size > 0) {
    throw new StartupError(`The database lacks the roles ${[...missing].join(', ')}: create them, or drop the others`)
  }
  const closeAll = ['tables', 'sequences', 'functions'].map(
    (kind) => `revoke all on all ${kind} in schema public from public, ${to(PROCESS_NAMES)}`,
  )
  await client.query(['begin', ...closeAll, ...(await grantsIn(client)), QUEUE, 'commit'].join(';\n'))
}

const to = (processes: readonly ProcessName[]) => processes.map((process) => ROLES[process]).join(', ')

/** The statements for the tables, functions and sequences that exist: an older or a newer version may have others. */
async function grantsIn(client: Client): Promise<string[]> {
  const existing = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select proname from pg_proc where pronamespace = 'public'::regnamespace`)
  const exists = new Set(existing.rows.map(({ name }) => name))
  return [
    ...Object.entries(TABLE_GRANTS).flatMap(([table, grants]) =>
      Object.entries(grants).map(([process, privileges]) => ({
        name: table,
        statement: `grant ${privileges} on table ${table} to ${ROLES[process as ProcessName]}`,
      })),
    ),
    ...Object.entries(FUNCTION_GRANTS).map(([name, processes]) => ({
      name,
      statement: `grant execute on function ${name} to ${to(processes)}`,
    })),
    ...Object.entries(SEQUENCE_GRANTS).map(([name, processes]) => ({
      name,
      statement: `grant usage on sequence ${name} to ${to(processes)}`,
    })),
  ]
    .filter(({ name }) => exists.has(name))
    .map(({ statement }) => statement)
}
