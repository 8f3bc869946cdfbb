import { messages, scheduleFailure, type ScrapedAuction, type WireAuction } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError, messageOf, wasRefused } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { whenAllowed } from '../../api/when-allowed.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import type { BidOrder } from '../../bids/form/bid-draft.ts'
import type { useNamedGroups } from '../../bids/groups/use-named-groups.ts'
import { noteMutation } from '../notes/note-queries.ts'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { trackMutation } from '../tracked/track-queries.ts'
import { groupNameOf, type NamedGroup } from './groups-of-bids.ts'
import { newAuctionFrom } from './new-auction.ts'
import type { AddResult, ReadyRow, Wish } from './several-auctions.ts'

type Noted = Pick<WireAuction, 'id' | 'note'>

const UNNOTED = { noted: false, failure: null as string | null }

type Asked = {
  wishes: ReadonlyMap<string, Wish>
  onlyOne: string | null
  groups: readonly NamedGroup[]
  namedGroups: ReturnType<typeof useNamedGroups>
}

/**
 * Tracks one of several auctions, notes what its file says of it, and bids on it where that is typed. It never throws: what failed is in the result. Once the signal
 * is aborted, it makes no further call; what it leaves out has not failed.
 */
export function useAddOne({ wishes, onlyOne, groups, namedGroups }: Asked) {
  const { mutateAsync: track } = useMutation(trackMutation)
  const { mutateAsync: schedule } = useMutation(scheduleMutation)
  const { mutateAsync: write } = useMutation(noteMutation)
  const { data: listed } = useQuery(openAuctionsQuery)

  return async function add(
    { item, reference, isTracked, hasBid, draft }: ReadyRow,
    signal: AbortSignal,
  ): Promise<AddResult> {
    const order = hasBid ? draft.order : null
    const none = { scheduled: false, failure: null }
    if (item === null) return { ...none, tracked: false }
    let auction: Noted | undefined = listed?.find(({ auctionId }) => auctionId === item.auction_id)
    try {
      if (!isTracked) ({ auction } = await whenAllowed(() => track(newAuctionFrom(item, draft.plan)), signal))
    } catch (error) {
      return { ...none, tracked: false, failure: error === signal.reason ? null : messageOf(error) }
    }
    // A note that is not saved does not stop the bid.
    const kept = auction ? await keepNote(auction, wishes.get(reference)?.note ?? '', signal) : UNNOTED
    const { scheduled, failure } =
      order === null ? none : await bid(item, order, groupNameOf({ wishes, onlyOne }, reference), signal)
    const failures = [failure, kept.failure].filter((each) => each !== null)
    return {
      tracked: true,
      noted: isTracked && kept.noted,
      scheduled,
      failure: failures.length === 0 ? null : failures.join(' '),
    }
  }

  /** A note that the auction has already, from when it was tracked before, stays. */
  async function keepNote({ id, note: replaces }: Noted, note: string, signal: AbortSignal): Promise<typeof UNNOTED> {
    if (note === '' || replaces !== '') return UNNOTED
    try {
      await whenAllowed(() => write({ id, note, replaces }), signal)
      return { noted: true, failure: null }
    } catch (error) {
      return error === signal.reason
        ? UNNOTED
        : { noted: false, failure: messages.importing.noteNotSaved(messageOf(error)) }
    }
  }

  async function bid(
    { auction_id: auctionId }: ScrapedAuction,
    order: BidOrder,
    groupName: string,
    signal: AbortSignal,
  ) {
    try {
      signal.throwIfAborted()
      const bid = { auctionId, ...order, ...(await inGroup(groupName)), idempotencyKey: randomKey() }
      await whenAllowed(() => schedule(bid), signal)
      namedGroups.use(groupName)
      return { scheduled: true, failure: null }
    } catch (error) {
      if (error === signal.reason) return { scheduled: false, failure: null }
      if (!wasRefused(error)) namedGroups.use(groupName)
      return {
        scheduled: false,
        failure: scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined),
      }
    }
  }

  /** A group that is to be made has terms without a fault, or the button would not have done anything. */
  async function inGroup(name: string) {
    const group = groups.find((each) => each.name === name)
    if (!group) return {}
    const { mostWins, budget } = group.evaluated.terms ?? { mostWins: 1, budget: null }
    return { groupId: await namedGroups.idOf({ name, mostWins, budget }) }
  }
}
