import { auctionDay, formatCents, formatDay, messages } from '@bidwell/contract'
import type { AnyCaller } from '../http/route.ts'
import type { Tx } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'
import { NeedsOwner } from './ask-owner.ts'
import { dayUsesOfToken, type NewMaximum, replacedCents } from './exposure.ts'

type ForToken = NewMaximum & { trackedAuctionId: number; secondsBeforeEnd: number }

/**
 * Throws `token_cap_reached` when a program raises a maximum over a cap of its token: what one bid may be, or what the bids that
 * it has scheduled or raised may come to on the day on which the auctions close; and `NeedsOwner` when it raises one over the amount above which the owner is asked. The caller holds the account's lock, so that
 * requests at once cannot pass together. Notes on a raised bid whose it is now: the token's, or its owner's.
 */
export async function holdToToken(tx: Tx, caller: AnyCaller, maximum: ForToken): Promise<void> {
  const { maxBidCents, existing } = maximum
  const token = 'token' in caller ? caller.token : null
  if (existing && maxBidCents <= replacedCents(existing)) return
  if (token) await requireWithinCaps(tx, token, maximum)
  const askAboveCents = token?.askAboveCents ?? null
  if (askAboveCents !== null && maxBidCents > askAboveCents) {
    // Without its group, a tap would make a single bid of it.
    if (maximum.allInCents !== null || maximum.groupId) {
      throw fieldError(
        maximum.groupId ? 'groupId' : 'allIn',
        messages.apiToken.askWithMaximum(formatCents(askAboveCents)),
        'token_cap_reached',
      )
    }
    throw new NeedsOwner(maximum, askAboveCents)
  }
  if (!existing) return
  await tx
    .updateTable('bids')
    .set({ api_token_id: token?.id ?? null })
    .where('id', '=', existing.id)
    .execute()
}

type Token = { id: string; maxBidCents: number | null; dayCapCents: number | null }

const refuse = (message: string) => fieldError('maxBid', message, 'token_cap_reached')

async function requireWithinCaps(tx: Tx, token: Token, { accountId, maxBidCents, endsAt, existing }: NewMaximum) {
  const { maxBidCents: bidCap, dayCapCents: dayCap } = token
  const { overBidCap, overDayCap } = messages.apiToken
  if (bidCap === null || dayCap === null || maxBidCents > bidCap) throw refuse(overBidCap(formatCents(bidCap ?? 0)))
  const day = auctionDay(endsAt)
  const others = await dayUsesOfToken(tx, { accountId, apiTokenId: token.id, exceptBidId: existing?.id }, day)
  const totalCents = maxBidCents + (others.find((use) => use.day === day)?.spokenForCents ?? 0)
  if (totalCents > dayCap) {
    throw refuse(overDayCap({ day: formatDay(day), total: formatCents(totalCents), cap: formatCents(dayCap) }))
  }
}
