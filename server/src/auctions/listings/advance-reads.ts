import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { siteNow } from '../../marketplace/site-time.ts'
import { nextCheckAt } from './set-next-check-due.ts'

type Planned = { id: number; endsAt: Date; readAt: Date; dueAt: Date }

/**
 * Moves the next reads of what these accounts track to where they would be if their users had been looking since the last
 * ones: what is older than that is due now. Called when users begin to look. A listing whose last read failed keeps its time.
 */
export async function advanceReads({ db, clock, marketplace }: Ctx, accountIds: number[]): Promise<void> {
  const site = await siteNow(db, marketplace.id, clock)
  const { rows } = await sql<Planned>`
    select l.id, l.ends_at as "endsAt", l.last_checked_at as "readAt", l.next_check_at as "dueAt"
      from listings l
     where l.id in (select listing_id from tracked_auctions
                     where account_id = any(${accountIds}::bigint[]) and removed_at is null)
       and l.marketplace = ${marketplace.id} and l.next_check_at is not null and l.check_failures = 0
       and l.ends_at > ${new Date(site)}`.execute(db)
  const sooner = rows.flatMap(({ id, endsAt, readAt, dueAt }) => {
    const looked = { endsAt: endsAt.getTime(), closed: false, failures: 0, tracked: true, watched: true }
    const due_at = nextCheckAt(looked, { now: readAt.getTime(), siteNow: site })
    return due_at !== null && due_at < dueAt ? [{ id, due_at }] : []
  })
  if (sooner.length === 0) return
  await sql`
    update listings l set next_check_at = sooner.due_at
      from (select p.id, due.due_at
              from listings p join jsonb_to_recordset(${JSON.stringify(sooner)}::jsonb) as due(id bigint, due_at timestamptz)
                on p.id = due.id
             where p.next_check_at > due.due_at
             order by p.id
               for no key update of p) as sooner
     where l.id = sooner.id`.execute(db)
}
