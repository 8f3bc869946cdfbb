import type { Client } from 'pg'
import type { Manifest } from './manifest.ts'

/** The text of COPY depends on these. The limits of the server are those of short transactions. */
export const COPY_SETTINGS = `
  set local client_encoding = 'UTF8'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex';
  set local synchronize_seqscans = off; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`

export type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>

/**
 * Every table of our schema, with the columns that hold something of their own. The job queue has
 * another schema.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`)
  return rows
}

/** How far the sequences are. */
export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<Manifest['sequences'][number], 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from public."${name}"`,
    )
    sequences.push(...state.rows.map((row) => ({ name, ...row })))
  }
  return sequences
}
