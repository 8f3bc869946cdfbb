import { auctionDay, dollarsFromCents, dollarsOrNull, messages, type OwnToken } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { AnyCaller } from '../http/route.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { dayUsesOfToken } from './exposure.ts'

/** What the token of this call may do, and what is left of its caps. Throws `forbidden` for a session. */
export async function readOwnToken({ db, clock, marketplace }: Ctx, caller: AnyCaller): Promise<OwnToken> {
  if (!('token' in caller)) throw new AppError('forbidden', messages.apiToken.notOfToken)
  const { id, name, scope, maxBidCents, dayCapCents, askAboveCents } = caller.token
  const { expires_at } = await db
    .selectFrom('api_tokens')
    .select('expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const uses =
    dayCapCents === null ? [] : await dayUsesOfToken(db, { accountId: caller.accountId, apiTokenId: id }, today)
  const leftAfter = (spentCents: number) => dollarsFromCents(Math.max(0, (dayCapCents ?? 0) - spentCents))
  return {
    name,
    scope,
    max_bid: dollarsOrNull(maxBidCents),
    day_cap: dollarsOrNull(dayCapCents),
    ask_above: dollarsOrNull(askAboveCents),
    expires_at: expires_at.toISOString(),
    today,
    left_today: dayCapCents === null ? null : leftAfter(uses.find(({ day }) => day === today)?.spokenForCents ?? 0),
    days: uses.map(({ day, spokenForCents }) => ({
      day,
      spoken_for: dollarsFromCents(spokenForCents),
      left: leftAfter(spokenForCents),
    })),
  }
}
