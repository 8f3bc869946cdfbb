import { scheduleFailure } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { isApiError, messageOf, wasRefused } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { whenAllowed } from '../../api/when-allowed.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import { trackMutation } from '../tracked/track-queries.ts'
import { newAuctionFrom } from './new-auction.ts'
import type { AddResult, ReadyRow } from './several-auctions.ts'
import type { useOnlyOne } from './use-only-one.ts'

/**
 * Tracks one of several auctions, and bids on it where a maximum is typed. It never throws: what failed is in the result. Once the
 * signal is aborted, it makes no further call; what it leaves out has not failed. `titles` are those of all auctions with a bid.
 */
export function useAddOne(onlyOne: ReturnType<typeof useOnlyOne>) {
  const { mutateAsync: track } = useMutation(trackMutation)
  const { mutateAsync: schedule } = useMutation(scheduleMutation)

  return async function add(row: ReadyRow, titles: readonly string[], signal: AbortSignal): Promise<AddResult> {
    const { item, isTracked, hasBid, draft } = row
    try {
      if (!isTracked) await whenAllowed(() => track(newAuctionFrom(item, draft.plan)), signal)
    } catch (error) {
      return { tracked: false, scheduled: false, failure: error === signal.reason ? null : messageOf(error) }
    }
    if (!hasBid || draft.order === null) return { tracked: true, scheduled: false, failure: null }
    try {
      signal.throwIfAborted()
      const group = onlyOne.isTicked ? { groupId: await onlyOne.groupId(titles) } : {}
      const bid = { auctionId: item.auction_id, ...draft.order, ...group, idempotencyKey: randomKey() }
      await whenAllowed(() => schedule(bid), signal)
      onlyOne.use()
      return { tracked: true, scheduled: true, failure: null }
    } catch (error) {
      if (error === signal.reason) return { tracked: true, scheduled: false, failure: null }
      if (!wasRefused(error)) onlyOne.use()
      const failure = scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)
      return { tracked: true, scheduled: false, failure }
    }
  }
}
