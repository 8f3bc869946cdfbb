import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Client, QueryConfig } from 'pg'
import { type ProcessName, PROCESS_NAMES, ROLES } from '../src/platform/database/roles.ts'
import { withDatabase } from './run-on-server.ts'

/** What the last release asks of its database. `npm run keep-release` writes it anew. */
const FOLDER = new URL('../releases/last/', import.meta.url)
const STATEMENTS = new URL('statements.ndjson', FOLDER)
const VALUES = new URL('values.json', FOLDER)

export type SentStatement = { role: ProcessName; text: string }
/** The values that a check allows, by `table.column`. */
export type AllowedValues = Record<string, string[]>

export const LOG_FOLDER = 'statements'
/** With them, PostgreSQL logs each statement with the role that sends it, and no values. */
export const LOGGING = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: LOG_FOLDER,
  log_rotation_size: '0',
  log_statement: 'all',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

export async function readRelease(): Promise<{ statements: SentStatement[]; values: AllowedValues }> {
  const lines = (await readFile(STATEMENTS, 'utf8')).trimEnd().split('\n')
  return {
    statements: lines.map((line): SentStatement => JSON.parse(line)),
    values: JSON.parse(await readFile(VALUES, 'utf8')),
  }
}

/**
 * Writes what the tests' database received as the record of the release. Left out are the statements of tests that are to be
 * refused, and what has no plan, such as `begin`.
 */
export async function keepRelease(logFolder: string, templateUrl: string): Promise<void> {
  const sent = await readLogs(logFolder)
  await withDatabase(templateUrl, async (client) => {
    const refused = new Set((await findRefused(client, sent)).map(({ statement }) => statement))
    const lines = sent.filter((statement) => !refused.has(statement)).map((statement) => JSON.stringify(statement))
    await mkdir(FOLDER, { recursive: true })
    await writeFile(STATEMENTS, `${[...new Set(lines)].toSorted().join('\n')}\n`)
    await writeFile(VALUES, `${JSON.stringify(await readAllowedValues(client), null, 2)}\n`)
  })
}

/**
 * The statements that the database refuses to the roles that send them, with its reason. They are planned and not executed: the
 * plan needs each table, column, function and index that the statement names, and each privilege of the role. The client has to be
 * a superuser's, in a transaction or not.
 */
export async function findRefused(client: Client, statements: readonly SentStatement[]) {
  const refused: { statement: SentStatement; reason: string }[] = []
  await client.query('begin')
  for (const role of PROCESS_NAMES) {
    await client.query(`set local role ${ROLES[role]}`)
    await client.query('savepoint before')
    for (const statement of statements) {
      if (statement.role !== role) continue
      try {
        await client.query(explaining(statement))
      } catch (error) {
        refused.push({ statement, reason: error instanceof Error ? error.message : String(error) })
        await client.query('rollback to savepoint before')
      }
    }
  }
  await client.query('rollback')
  return refused
}

/** In the extended protocol, which takes one statement alone: a second one would be executed. The driver's types lack its name. */
function explaining({ text }: SentStatement): QueryConfig & { queryMode: 'extended' } {
  const values = Array.from(new Set(text.match(/\$\d+/g)), () => null)
  return { text: `explain (generic_plan) ${text}`, values, queryMode: 'extended' }
}

/** What each check that lists values allows, in the schema of a migrated database. */
export async function readAllowedValues(client: Client): Promise<AllowedValues> {
  const { rows } = await client.query<{ place: string; list: string }>(`
    select c.relname || '.' || a.attname as place,
           substring(pg_get_constraintdef(k.oid) from '= ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$') as list
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype = 'c'
       and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$'
     order by 1`)
  return Object.fromEntries(rows.map(({ place, list }) => [place, list.match(/(?<=')[^']*(?='::text)/g) ?? []]))
}

/** One statement of each shape. What tests send as superuser stands for the jobs, whose verbs most tests call so. */
async function readLogs(logFolder: string): Promise<SentStatement[]> {
  const roles = new Map<string, ProcessName>(PROCESS_NAMES.map((role) => [ROLES[role], role]))
  const shapes = new Map<string, SentStatement>()
  for (const name of (await readdir(logFolder)).filter((name) => name.endsWith('.json'))) {
    for await (const line of createInterface({ input: createReadStream(join(logFolder, name)) })) {
      const { user, message = '' }: { user?: string; message?: string } = JSON.parse(line)
      const [, text] = /^(?:statement|execute [^:]*): ([^]*)$/.exec(message) ?? []
      if (text === undefined || !/^\s*(select|insert|update|delete|with|merge|values)\b/i.test(text)) continue
      const statement: SentStatement = { role: roles.get(user ?? '') ?? 'jobs', text }
      const shape = `${statement.role} ${shapeOf(text)}`
      const known = shapes.get(shape)
      if (!known || text.length < known.text.length) shapes.set(shape, statement)
    }
  }
  return [...shapes.values()]
}

/** The same for any number of rows that are inserted, and of values that are compared. */
const shapeOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\(\$(, \$)*\)/g, '($)')
    .replaceAll(/(\([^()]*\$[^()]*\))(, \1)+/g, '$1')
