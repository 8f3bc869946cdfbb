import { sql } from 'kysely'
import type { Order } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import type { Db } from '../platform/database/tables.ts'

/**
 * Keeps what a reading of one of an account's lists of orders shows of its bids. A list of an unknown shape raises an
 * alarm; every other failure of the reading is left to the reader.
 */
export async function noteOrders(
  db: Db,
  { accountId, siteId }: { accountId: number; siteId: string },
  reading: Promise<readonly Order[]>,
): Promise<void> {
  try {
    await keepOrders(db, accountId, siteId, await reading)
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    if (error.shape !== undefined) await raiseAlarm(db, { kind: 'orders_unreadable', subject: error.shape })
  }
}

/** What a later list no longer tells stays as it was: the pay-by date is only on the open orders. */
async function keepOrders(db: Db, accountId: number, siteId: string, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    insert into orders (account_id, marketplace, auction_id, order_id, paid, price_cents, pay_by, shipping_cents,
                        handling_cents, tax_cents, tracking_number, shipper)
    select distinct on (o."auctionId") ${accountId}, ${siteId}, o."auctionId", o."orderId", o.paid, o."priceCents", o."payBy",
           o."shippingCents", o."handlingCents", o."taxCents", o."trackingNumber", o.shipper
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
             as o ("auctionId" text, "orderId" text, paid boolean, "priceCents" bigint, "payBy" date,
                   "shippingCents" bigint, "handlingCents" bigint, "taxCents" bigint, "trackingNumber" text, shipper text)
     where exists (select from bids b join listings l on l.id = b.listing_id
                    where b.account_id = ${accountId} and l.marketplace = ${siteId} and l.auction_id = o."auctionId")
    on conflict (account_id, marketplace, auction_id) do update set
           order_id = coalesce(excluded.order_id, orders.order_id),
           paid = orders.paid or excluded.paid,
           price_cents = coalesce(excluded.price_cents, orders.price_cents),
           pay_by = coalesce(excluded.pay_by, orders.pay_by),
           shipping_cents = coalesce(excluded.shipping_cents, orders.shipping_cents),
           handling_cents = coalesce(excluded.handling_cents, orders.handling_cents),
           tax_cents = coalesce(excluded.tax_cents, orders.tax_cents),
           tracking_number = coalesce(excluded.tracking_number, orders.tracking_number),
           shipper = coalesce(excluded.shipper, orders.shipper),
           last_seen_at = clock_timestamp()`.execute(db)
}
