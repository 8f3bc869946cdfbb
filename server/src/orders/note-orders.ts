import { sql } from 'kysely'
import type { Order } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import { announceChange } from '../platform/changes/announce-change.ts'
import type { Db, Tx } from '../platform/database/tables.ts'

export type OrderList = 'unpaid' | 'paid'

/** Which list of which account is read; `at` is when the reading began, epoch ms. */
export type OrderReading = { accountId: number; siteId: string; list: OrderList; at: number }

/** The lists are read again so soon after a new order was seen by a reader that follows none. */
const FOLLOW_AFTER_MS = 60_000
/** And so soon after any reader could not read them. */
const RETRY_AFTER_MS = 15 * 60_000

/**
 * Keeps what a reading of one of an account's lists of orders shows of its bids, and whether it succeeded. A list of an
 * unknown shape also raises an alarm; every failure of the reading is left to the reader.
 */
export async function noteOrders(db: Db, of: OrderReading, reading: Promise<readonly Order[]>): Promise<void> {
  let orders: readonly Order[]
  try {
    orders = await reading
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    await noteFailure(db, of, { lists: [of.list], isRefused: false })
    if (error.shape !== undefined) await raiseAlarm(db, { kind: 'orders_unreadable', subject: error.shape })
    return
  }
  await db.transaction().execute(async (tx) => {
    const isAnyNew = orders.length > 0 && (await keepOrders(tx, of, orders))
    await noteSuccess(tx, of, isAnyNew)
    if (isAnyNew) await announceChange(tx, { what: 'orders', accountId: of.accountId })
  })
}

/** Readings may end in another order than they began in: the latest beginning counts. */
async function noteSuccess(tx: Tx, { accountId, siteId, list, at }: OrderReading, isAnyNew: boolean): Promise<void> {
  const column = sql.id(`${list}_read_at`)
  const follow = isAnyNew ? new Date(at + FOLLOW_AFTER_MS) : null
  await sql`
    insert into order_readings (account_id, marketplace, ${column}, next_read_at)
    values (${accountId}, ${siteId}, ${new Date(at)}, ${follow})
    on conflict (account_id, marketplace) do update
       set ${column} = greatest(order_readings.${column}, excluded.${column}),
           next_read_at = least(order_readings.next_read_at, excluded.next_read_at)`.execute(tx)
}

type Failure = { lists: readonly OrderList[]; /** The site refuses the login, or none is stored. */ isRefused: boolean }

/** Notes that lists could not be read. */
export async function noteFailure(
  db: Db,
  { accountId, siteId, at }: Omit<OrderReading, 'list'>,
  { lists, isRefused }: Failure,
): Promise<void> {
  const failedAt = new Date(at)
  const failed = {
    ...(lists.includes('unpaid') && { unpaid_failed_at: failedAt }),
    ...(lists.includes('paid') && { paid_failed_at: failedAt }),
    login_refused: isRefused,
  }
  // What other readers cannot read is read again for those who have won something.
  const soon = sql<Date | null>`case when order_readings.next_read_at is not null
    then least(order_readings.next_read_at, ${new Date(at + RETRY_AFTER_MS)}) end`
  await db
    .insertInto('order_readings')
    .values({ account_id: accountId, marketplace: siteId, ...failed })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'marketplace']).doUpdateSet({ ...failed, next_read_at: soon }),
    )
    .execute()
}

/** Whether any is new. What a later list no longer tells stays as it was: the pay-by date is only on the open orders. */
async function keepOrders(tx: Tx, { accountId, siteId, list, at }: OrderReading, orders: readonly Order[]) {
  const [unpaidSeenAt, paidSeenAt] = list === 'unpaid' ? [new Date(at), null] : [null, new Date(at)]
  const { rows } = await sql<{ isNew: boolean }>`
    insert into orders (account_id, marketplace, auction_id, order_id, items_in_order, paid, price_cents, pay_by, shipping_cents,
                        handling_cents, tax_cents, tracking_number, shipper, unpaid_seen_at, paid_seen_at)
    select distinct on (o."auctionId") ${accountId}, ${siteId}, o."auctionId", o."orderId", o."itemsInOrder", o.paid,
           o."priceCents", o."payBy", o."shippingCents", o."handlingCents", o."taxCents", o."trackingNumber", o.shipper,
           ${unpaidSeenAt}::timestamptz, ${paidSeenAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
             as o ("auctionId" text, "orderId" text, "itemsInOrder" integer, paid boolean, "priceCents" bigint, "payBy" date,
                   "shippingCents" bigint, "handlingCents" bigint, "taxCents" bigint, "trackingNumber" text, shipper text)
     where exists (select from bids b join listings l on l.id = b.listing_id
                    where b.account_id = ${accountId} and l.marketplace = ${siteId} and l.auction_id = o."auctionId")
    on conflict (account_id, marketplace, auction_id) do update set
           order_id = coalesce(excluded.order_id, orders.order_id),
           items_in_order = case when excluded.paid or not orders.paid then excluded.items_in_order
                                 else orders.items_in_order end,
           paid = orders.paid or excluded.paid,
           price_cents = coalesce(excluded.price_cents, orders.price_cents),
           pay_by = coalesce(excluded.pay_by, orders.pay_by),
           shipping_cents = coalesce(excluded.shipping_cents, orders.shipping_cents),
           handling_cents = coalesce(excluded.handling_cents, orders.handling_cents),
           tax_cents = coalesce(excluded.tax_cents, orders.tax_cents),
           tracking_number = coalesce(excluded.tracking_number, orders.tracking_number),
           shipper = coalesce(excluded.shipper, orders.shipper),
           unpaid_seen_at = greatest(orders.unpaid_seen_at, excluded.unpaid_seen_at),
           paid_seen_at = coalesce(orders.paid_seen_at, excluded.paid_seen_at),
           last_seen_at = clock_timestamp()
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows.some(({ isNew }) => isNew)
}
