import {
  type api,
  type Body,
  centsFromDollars,
  type Data,
  messages,
  PAST_ORDERS,
  type PastOrder,
  SITE_ZONE,
} from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import { AppError } from '../platform/errors.ts'

/** The item numbers of what the account has read in, and of what its bids have won. */
export async function listPastOrders({ db }: Ctx, accountId: number): Promise<Data<typeof api.listPastOrders>> {
  const { rows } = await sql<Data<typeof api.listPastOrders>>`
    select array(select auction_id from past_orders where account_id = ${accountId}) as read_in,
           array(select distinct l.auction_id from bids b join listings l on l.id = b.listing_id
                  where b.account_id = ${accountId} and b.status = 'won') as won`.execute(db)
  return rows[0] ?? { read_in: [], won: [] }
}

/**
 * Keeps items of the site's file of orders, each in place of what was read in of it before. Throws `rule_broken` when the account
 * would keep too many.
 */
export async function readInOrders(
  { db, marketplace }: Ctx,
  accountId: number,
  { orders }: Body<typeof api.readInOrders>,
): Promise<Data<typeof api.readInOrders>> {
  const of = { account_id: accountId, marketplace: marketplace.id }
  const rows = [...new Map(orders.map((order) => [order.auction_id, { ...of, ...rowOf(order) }])).values()]
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into past_orders
      select * from jsonb_populate_recordset(null::past_orders, ${JSON.stringify(rows)}::jsonb)
          on conflict (account_id, marketplace, auction_id) do update set
             (order_id, items_in_order, title, seller, ended_at, ordered_on, paid_on, shipped_on, price_cents, shipping_cents,
              handling_cents, tax_cents, additional_fee_cents, donation_cents, tracking_number) =
             (excluded.order_id, excluded.items_in_order, excluded.title, excluded.seller, excluded.ended_at, excluded.ordered_on,
              excluded.paid_on, excluded.shipped_on, excluded.price_cents, excluded.shipping_cents, excluded.handling_cents,
              excluded.tax_cents, excluded.additional_fee_cents, excluded.donation_cents, excluded.tracking_number)`.execute(
      tx,
    )
    const kept = tx.selectFrom('past_orders').select((eb) => eb.fn.countAll<number>().as('count'))
    const { count } = await kept.where('account_id', '=', accountId).executeTakeFirstOrThrow()
    if (count > PAST_ORDERS.perAccount) {
      throw new AppError('rule_broken', messages.books.tooManyOrders(PAST_ORDERS.perAccount))
    }
    await announceChange(tx, { what: 'orders', accountId })
  })
  return {}
}

function rowOf({ price, shipping, handling, tax, additional_fee, donation, ended_at, ...order }: PastOrder) {
  return {
    ...order,
    ended_at: `${ended_at} ${SITE_ZONE}`,
    price_cents: cents(price),
    shipping_cents: cents(shipping),
    handling_cents: cents(handling),
    tax_cents: cents(tax),
    additional_fee_cents: cents(additional_fee),
    donation_cents: cents(donation),
  }
}

const cents = (dollars: number | null) => (dollars === null ? null : centsFromDollars(dollars))

/** Forgets what was read in. Notes of sales stay, and hold again once the items are read in. */
export async function takeOutOrders({ db }: Ctx, accountId: number): Promise<Data<typeof api.takeOutOrders>> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('past_orders')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    await announceChange(tx, { what: 'orders', accountId })
    return { taken_out: Number(numDeletedRows) }
  })
}
