import { type api, type Data, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { presentReadings, presentWins } from './present-win.ts'
import { siteDay } from './remind-of-payments.ts'
import { findReadings, findWins, listedSince } from './win-queries.ts'

/** What the account has won lately, latest first, at most 500 items, and how the site's lists of orders were read. */
export async function listWins(ctx: Ctx, accountId: number): Promise<Data<typeof api.listWins>> {
  const { db, clock, marketplace } = ctx
  const now = await siteNow(db, marketplace.id, clock)
  const today = siteDay(now)
  const wins = await findWins(db, accountId, { siteId: marketplace.id, since: listedSince(now) })
  return {
    wins: await presentWins(ctx, accountId, wins, today),
    readings: presentReadings(await findReadings(db, accountId, marketplace.id)),
    pay_url: marketplace.ordersUrl,
    today,
  }
}

/** One won item, whenever it was won. Throws `not_found` for a bid that is another account's, or has not won. */
export async function readWin(ctx: Ctx, accountId: number, bidId: number): Promise<Data<typeof api.readWin>> {
  const { db, clock, marketplace } = ctx
  const today = siteDay(await siteNow(db, marketplace.id, clock))
  const [win] = await presentWins(ctx, accountId, await findWins(db, accountId, { bidId }), today)
  if (!win) throw new AppError('not_found', messages.payment.page.notYourWin)
  return { win, pay_url: marketplace.ordersUrl, today }
}
