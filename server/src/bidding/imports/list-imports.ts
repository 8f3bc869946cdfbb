import { dollarsOrNull, IMPORT, type Import, messages, type UndoneLine } from '@bidwell/contract'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

type Row = {
  id: number
  createdAt: Date
  endedAt: Date | null
  bids: boolean
  lines: number
  left: number
  faults: number
  results: Import['results']
  /** How many imports of the installation take turns. */
  sharers: number
}

const present = ({ id, createdAt, endedAt, bids, lines, left, faults, results, sharers }: Row): Import => ({
  id,
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
  bids,
  lines,
  results,
  faults,
  left_ms: endedAt === null ? left * sharers * IMPORT.everyMs : 0,
})

/** The imports of an account, or one of them. */
const importsOf = (accountId: number, id: number | null) => sql<Row>`
  select i.id, i.created_at as "createdAt", i.ended_at as "endedAt", i.bids_of_session is not null as bids, l.*,
         (select count(*)::int from imports where ended_at is null) as sharers
    from imports i,
         lateral (
           select count(*)::int as lines,
                  (count(*) filter (where state in ('waiting', 'begun')))::int as left,
                  count(fault)::int as faults,
                  json_build_object(
                    'tracked', count(*) filter (where state = 'tracked'),
                    'scheduled', count(*) filter (where state = 'scheduled'),
                    'already_tracked', count(*) filter (where state = 'already_tracked'),
                    'failed', count(*) filter (where state = 'failed'),
                    'cancelled', count(*) filter (where state = 'cancelled')) as results
             from import_lines where import_id = i.id) l
   where i.account_id = ${accountId} and (${id}::bigint is null or i.id = ${id})
   order by i.id desc`

/** The latest first. */
export const listImports = async (db: Db, accountId: number): Promise<Import[]> =>
  (await importsOf(accountId, null).execute(db)).rows.map(present)

/** Throws `not_found`. */
export async function getImport(db: Db, accountId: number, id: number): Promise<Import> {
  const [row] = (await importsOf(accountId, id).execute(db)).rows
  if (!row) throw new AppError('not_found', messages.importing.notFound)
  return present(row)
}

/** An import with the lines of which not everything was done, or will be: those with a fault first. Throws `not_found`. */
export async function readImport(
  { db, marketplace }: Ctx,
  accountId: number,
  id: number,
): Promise<{ import: Import; undone: UndoneLine[] }> {
  const found = await getImport(db, accountId, id)
  const { rows } = await sql<UndoneRow>`
    select line, auction_id, max_cents, seconds, note, state as result, fault
      from import_lines
     where import_id = ${id} and (fault is not null or state = 'cancelled')
     order by state = 'cancelled', line`.execute(db)
  const undone = rows.map(({ max_cents, ...line }) => ({
    ...line,
    item_url: marketplace.itemUrl(line.auction_id),
    max: dollarsOrNull(max_cents),
  }))
  return { import: found, undone }
}

type UndoneRow = Omit<UndoneLine, 'item_url' | 'max'> & Pick<Selectable<Tables['import_lines']>, 'max_cents'>
