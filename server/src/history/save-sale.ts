import { type api, centsFromDollars, type Data, messages, type Sale, saleFault } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError, fieldError } from '../platform/errors.ts'

/** Where the day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000

/**
 * Notes what a won item was sold for and what was refunded; all values null take the note back. Throws `rule_broken` with the field
 * and the rule, and `not_found` for an item that the account has not won, by a bid or in the file that it read in.
 */
export async function saveSale(
  { db, clock, marketplace }: Ctx,
  accountId: number,
  itemNumber: number,
  sale: Sale,
): Promise<Data<typeof api.saveSale>> {
  const latest = new Date(clock.now() + EARLIEST_ZONE_MS).toISOString().slice(0, 10)
  const fault = saleFault(sale, latest)
  if (fault) throw fieldError(fault.field, fault.fault)
  const { sold_for, fees, sold_on, sold_at, refund } = sale
  const key = sql`(${accountId}, ${marketplace.id}, ${String(itemNumber)})`
  const { rows } = await sql`
    select from past_orders where (account_id, marketplace, auction_id) = ${key}
    union all
    select from bids b join listings l on l.id = b.listing_id
     where (b.account_id, l.marketplace, l.auction_id) = ${key} and b.status = 'won' and b.deleted_at is null`.execute(
    db,
  )
  if (rows.length === 0) throw new AppError('not_found', messages.books.notYourItem)
  await db.transaction().execute(async (tx) => {
    await (
      sold_for === null && refund === null
        ? sql`delete from sales where (account_id, marketplace, auction_id) = ${key}`
        : sql`
        insert into sales (account_id, marketplace, auction_id, sold_for_cents, fees_cents, sold_on, sold_at, refund_cents)
        values (${accountId}, ${marketplace.id}, ${String(itemNumber)}, ${cents(sold_for)}, ${cents(fees)}, ${sold_on}, ${sold_at}, ${cents(refund)})
            on conflict (account_id, marketplace, auction_id) do update set
               (sold_for_cents, fees_cents, sold_on, sold_at, refund_cents) =
               (excluded.sold_for_cents, excluded.fees_cents, excluded.sold_on, excluded.sold_at, excluded.refund_cents)`
    ).execute(tx)
    await announceChange(tx, { what: 'orders', accountId })
  })
  return {}
}

const cents = (dollars: number | null) => (dollars === null ? null : centsFromDollars(dollars))
