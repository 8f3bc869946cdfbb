import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { format } from 'oxfmt'
import type { Db } from '../src/platform/database/tables.ts'

const HEAD = `// Generated from the migrations by \`npm run tables\`: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { JsonColumns } from './json-columns.ts'

`

/** As the driver reads the types of PostgreSQL: see `columnTypes`. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'ColumnType<Date, string>',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'time without time zone': 'string',
  'timestamp with time zone': 'Date',
  'timestamp with time zone[]': 'Date[]',
  uuid: 'string',
}

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  has_default: boolean
  never_written: boolean
  /** The values that a check allows, as SQL. */
  values: string | null
}

/**
 * The types of all tables of a migrated database, as source. Not by kysely-codegen or kanel, which read no check: a union of
 * values would be written a second time, with nothing to compare the two.
 */
export async function generateTables(db: Db): Promise<string> {
  const columns = await readColumns(db)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const types = [...tables].map(([table, columns]) => {
    const members = columns.map((column) => `${column.name}: ${typeOf(column)}`)
    return `${table}: {\n${members.join('\n')}\n}`
  })
  const formatting = JSON.parse(await readFile(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'))
  const { code } = await format('tables.ts', `${HEAD}export type Tables = {\n${types.join('\n')}\n}\n`, formatting)
  return code
}

async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
           a.atthasdef as has_default, a.attidentity = 'a' or a.attgenerated <> '' as never_written,
           (select substring(pg_get_constraintdef(k.oid) from '= ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$') as values
              from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             order by 1 limit 1)
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`.execute(db)
  return rows
}

function typeOf({ table, name, type, nullable, has_default, never_written, values }: Column): string {
  const orNull = nullable ? ' | null' : ''
  if (type === 'jsonb') {
    const written = `string${orNull}`
    const inserted = has_default ? `${written} | undefined` : written
    return `ColumnType<JsonColumns['${table}']['${name}']${orNull}, ${inserted}, ${written}>`
  }
  const read = values?.replaceAll('::text', '').replaceAll(', ', ' | ') ?? TYPES[type]
  if (!read) throw new Error(`${table}.${name}: no TypeScript type is known for ${type}`)
  if (never_written) return `GeneratedAlways<${read}>`
  // A column that may be null can be left out of an insert in any case.
  return has_default && !nullable ? `Generated<${read}>` : `${read}${orNull}`
}
