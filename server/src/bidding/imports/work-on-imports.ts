import { IMPORT } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { notify } from '../../notifying/notifications/notify.ts'
import { every } from '../../platform/every.ts'
import { cancelLines } from './cancel-import.ts'
import { doLine, type LineToDo } from './do-line.ts'
import { getImport } from './list-imports.ts'

/** So long no other process works on an import, unless this one ends earlier. */
const CLAIM_MS = 2 * 60_000
/** A little less than the time between two lines: a timer that is early must not lose a turn. */
const LEAST_BETWEEN_MS = IMPORT.everyMs * 0.9

/**
 * Works on imports until disposed. The API does it, and not the jobs: of the processes, it alone may track auctions and schedule bids for
 * accounts.
 */
export const startImporting = (ctx: Ctx, onError: (error: unknown) => void): AsyncDisposable =>
  every(ctx.clock, IMPORT.everyMs, () => workOnImports(ctx), { onError })

/**
 * Does one line of one import: the one that has waited longest, so that several take turns. All processes together begin about one line a
 * second, however many imports there are: the site's budget of reads is for prices.
 */
export async function workOnImports(ctx: Ctx): Promise<void> {
  const begun = await begin(ctx)
  if (begun === null) return
  let waitMs = 0
  if (begun.isRevoked) await cancelLines(ctx.db, begun.importId)
  else if (begun.line !== null) waitMs = await doLine(ctx, { ...begun, ...begun.line })
  await finish(ctx, begun, waitMs)
}

type Begun = Pick<LineToDo, 'importId' | 'accountId' | 'sessionId' | 'confirmsHigh'> & {
  /** The token of the program that imports has been revoked. */
  isRevoked: boolean
  /** Null when none is left. */
  line: Omit<LineToDo, 'importId' | 'accountId' | 'sessionId' | 'confirmsHigh'> | null
}

/**
 * Lines that have failed before come last. The imports of accounts that are suspended, or are to be deleted, wait. By the clock of the
 * database: one machine with a wrong clock must not hold up the imports of all others.
 */
async function begin({ db, marketplace }: Ctx): Promise<Begun | null> {
  const { rows } = await sql<Begun>`
    with begun as (
      update imports set begun_at = clock_timestamp(), due_at = clock_timestamp() + ${CLAIM_MS} * interval '1 ms'
       where id = (select i.id from imports i join accounts a on a.id = i.account_id
                    where i.ended_at is null and i.due_at <= clock_timestamp() and i.marketplace = ${marketplace.id}
                      and a.suspended_at is null
                      and not exists (select from account_deletions d
                                       where d.account_id = a.id and d.cancelled_at is null)
                    order by i.due_at limit 1 for update of i skip locked)
         and not exists (select from imports where begun_at > clock_timestamp() - ${LEAST_BETWEEN_MS} * interval '1 ms')
      returning id, account_id, bids_of_session, confirms_high, by_token)
    select id as "importId", account_id as "accountId", bids_of_session as "sessionId", confirms_high as "confirmsHigh",
           by_token is not null and not exists (select from api_tokens t where t.id = by_token) as "isRevoked",
           (select json_build_object('line', line, 'auctionId', auction_id, 'maxCents', max_cents, 'seconds', seconds,
                                     'note', note, 'attempts', attempts, 'state', state)
              from import_lines where import_id = begun.id and state in ('waiting', 'begun')
             order by attempts, line limit 1) as line
      from begun`.execute(db)
  return rows[0] ?? null
}

/** Ends the import with its last line, and tells its owner. */
async function finish({ db, clock }: Ctx, { accountId, importId }: Begun, waitMs: number) {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hasEnded: boolean }>`
      update imports set due_at = clock_timestamp() + ${waitMs} * interval '1 ms',
             ended_at = case when exists (select from import_lines
                                           where import_id = ${importId} and state in ('waiting', 'begun'))
                             then null else ${new Date(clock.now())}::timestamptz end
       where id = ${importId} and ended_at is null
      returning ended_at is not null as "hasEnded"`.execute(tx)
    if (!rows[0]?.hasEnded) return
    const { results, faults } = await getImport(tx, accountId, importId)
    const values = { tracked: results.tracked, bids: results.scheduled, before: results.already_tracked, faults }
    await notify(tx, [{ kind: 'import_ended', values, accountId, key: `import ${importId}` }])
  })
}
