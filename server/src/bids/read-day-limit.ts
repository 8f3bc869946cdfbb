import { auctionDay, type DayLimit, dollarsFromCents } from '@bidwell/contract'
import { accountById } from '../accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { BidDeps } from './await-change.ts'
import { dayUses } from './day-limit.ts'

/** The account's day limit, and how much of it the bids of today and of later days use. */
export async function readDayLimit({ db, clock, marketplace }: BidDeps, accountId: number): Promise<DayLimit> {
  const { day_limit_cents: limit } = await accountById(db, accountId)
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const uses = (await dayUses(db, accountId)).filter(({ day }) => day >= today)
  const unusedToday = { day: today, spokenForCents: 0, bids: 0 }
  const days = uses.some(({ day }) => day === today) ? uses : [unusedToday, ...uses]
  return {
    limit: limit === null ? null : dollarsFromCents(limit),
    today,
    days: days.map(({ day, spokenForCents, bids }) => ({ day, spoken_for: dollarsFromCents(spokenForCents), bids })),
  }
}
