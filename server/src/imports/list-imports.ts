import { dollarsOrNull, IMPORT, type Import, messages, type UndoneLine } from '@bidwell/contract'
import { type Selectable, sql } from 'kysely'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'

type Row = {
  id: number
  createdAt: Date
  endedAt: Date | null
  bids: boolean
  lines: number
  /** Of one second each. A bid by its delivered price has a turn of its own. */
  turnsLeft: number
  faults: number
  results: Import['results']
  /** How many imports of the installation take turns. */
  sharers: number
}

const present = ({ id, createdAt, endedAt, bids, lines, turnsLeft, faults, results, sharers }: Row): Import => ({
  id,
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
  bids,
  lines,
  results,
  faults,
  left_ms: endedAt === null ? turnsLeft * sharers * IMPORT.everyMs : 0,
})

/** The latest imports of an account, or one of them. */
const importsOf = (accountId: number, id: number | null) => sql<Row>`
  select i.id, i.created_at as "createdAt", i.ended_at as "endedAt", i.bids_of_session is not null as bids, l.*,
         (select count(*)::int from imports where ended_at is null) as sharers
    from imports i,
         lateral (
           select count(*)::int as lines,
                  (count(*) filter (where next_step is not null)
                    + count(*) filter (where next_step <> 'bid' and all_in_cents is not null and i.bids_of_session is not null)
                  )::int as "turnsLeft",
                  (count(*) filter (where fault is not null))::int as faults,
                  json_build_object(
                    'tracked', count(*) filter (where result = 'tracked' and next_step is null),
                    'scheduled', count(*) filter (where result = 'scheduled'),
                    'already_tracked', count(*) filter (where result = 'already_tracked' and next_step is null),
                    'failed', count(*) filter (where result = 'failed'),
                    'cancelled', count(*) filter (where result = 'cancelled')) as results
             from import_lines where import_id = i.id) l
   where i.account_id = ${accountId} and (${id}::bigint is null or i.id = ${id})
   order by i.id desc limit ${IMPORT.maxListed}`

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
  { db, marketplace }: { db: Db; marketplace: Pick<Marketplace, 'itemUrl'> },
  accountId: number,
  id: number,
): Promise<{ import: Import; undone: UndoneLine[] }> {
  const found = await getImport(db, accountId, id)
  const { rows } = await sql<UndoneRow>`
    select line, auction_id, max_cents, all_in_cents, allowance_cents, pickup, no_handling, seconds, note, result, fault
      from import_lines
     where import_id = ${id} and result is not null and (fault is not null or result = 'cancelled')
     order by result = 'cancelled', line`.execute(db)
  const undone = rows.map(({ max_cents, all_in_cents, allowance_cents, ...line }) => ({
    ...line,
    item_url: marketplace.itemUrl(line.auction_id),
    max: dollarsOrNull(max_cents),
    all_in: dollarsOrNull(all_in_cents),
    allowance: dollarsOrNull(allowance_cents),
  }))
  return { import: found, undone }
}

type UndoneRow = Omit<UndoneLine, 'item_url' | 'max' | 'all_in' | 'allowance'> &
  Pick<Selectable<Tables['import_lines']>, 'max_cents' | 'all_in_cents' | 'allowance_cents'>
