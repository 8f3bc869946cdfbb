import { type ScrapedAuction, scheduleFailure, UNLIMITED, type WireAuction } from '@bidwell/contract'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { useSite } from '../../api/installation-queries.ts'
import { randomKey } from '../../api/random-key.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import type { BidOrder } from '../../bids/form/bid-draft.ts'
import { useDefaultLead } from '../../bids/form/use-bid-draft.ts'
import { useNamedGroups } from '../../bids/groups/use-named-groups.ts'
import { limitsQuery } from '../../plans/plan-queries.ts'
import { noteMutation } from '../notes/note-queries.ts'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { scrapedQuery, trackMutation } from '../tracked/track-queries.ts'
import { newAuctionFrom } from './new-auction.ts'
import {
  type AddResult,
  groupNameOf,
  hasMax,
  type ReadyRow,
  rowsOf,
  type TypedMax,
  type Wish,
} from './several-auctions.ts'

/** So many auctions are read at a time, since an account's share of the read budget is small. */
const READS_AT_ONCE = 2

/** Several auctions, each read, tracked and bid on by itself: one that fails keeps what was typed, and stops no other. */
export function useSeveralAuctions(references: readonly string[], wishes: ReadonlyMap<string, Wish>) {
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedMax>>(new Map())
  const [results, setResults] = useState<ReadonlyMap<string, AddResult>>(new Map())
  const [busy, setBusy] = useState(false)
  const { mutateAsync: track } = useMutation(trackMutation)
  const { mutateAsync: schedule } = useMutation(scheduleMutation)
  const { mutateAsync: write } = useMutation(noteMutation)
  const answers = useItems(references)
  const tracked = useQuery(openAuctionsQuery).data
  const [typedLead, setLead] = useState<string | null>(null)
  const defaultLead = useDefaultLead()
  const lead = typedLead ?? String(defaultLead)
  const left = useLeft()
  const groups = useNamedGroups()

  const rows = rowsOf(answers, {
    typed,
    results,
    lead,
    wishes,
    isTracked: (id) => tracked?.some(({ auctionId, status }) => auctionId === id && status === 'active') ?? false,
    ...left,
  })

  async function add({ item, reference, draft, result }: ReadyRow): Promise<AddResult> {
    const order = hasMax(typed, reference) ? draft.order : null
    const before: AddResult = { tracked: result?.tracked ?? false, scheduled: false, failure: null }
    if (item === null) return before
    try {
      if (!before.tracked) {
        const { auction } = await track(newAuctionFrom(item, draft.plan))
        await keepNote(auction, wishes.get(reference)?.note ?? '')
      }
    } catch (error) {
      return { ...before, failure: messageOf(error) }
    }
    if (order === null) return { ...before, tracked: true }
    return { tracked: true, ...(await bid(item, order, groupNameOf({ typed, wishes }, reference))) }
  }

  /** A note that the auction has already, from when it was tracked before, stays. */
  async function keepNote({ id, note: replaces }: Pick<WireAuction, 'id' | 'note'>, note: string) {
    if (note !== '' && replaces === '') await write({ id, note, replaces })
  }

  async function bid({ auction_id: auctionId }: ScrapedAuction, order: BidOrder, groupName: string) {
    try {
      const inGroup = groupName === '' ? {} : { groupId: await groups.idOf(groupName) }
      await schedule({ auctionId, ...order, ...inGroup, idempotencyKey: randomKey() })
      groups.use(groupName)
      return { scheduled: true, failure: null }
    } catch (error) {
      return {
        scheduled: false,
        failure: scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined),
      }
    }
  }

  /** Adds one auction after another, and returns what became of each. */
  async function addAll(todo: readonly ReadyRow[]): Promise<AddResult[]> {
    setBusy(true)
    const done: AddResult[] = []
    for (const row of todo) {
      const result = await add(row)
      done.push(result)
      setResults((earlier) => new Map(earlier).set(row.reference, result))
    }
    await groups.deleteUnused()
    setBusy(false)
    return done
  }

  return {
    rows,
    typed,
    lead,
    setLead,
    busy,
    addAll,
    retry: (reference: string) => void answers.find((answer) => answer.reference === reference)?.refetch(),
    type: (reference: string, change: Partial<TypedMax>) =>
      setTyped((earlier) =>
        new Map(earlier).set(reference, { max: '', again: '', ...earlier.get(reference), ...change }),
      ),
  }
}

/** The items, read in the order of their links. */
function useItems(references: readonly string[]) {
  const client = useQueryClient()
  const isRead = (reference: string) => {
    const state = client.getQueryState(scrapedQuery(reference).queryKey)
    return state !== undefined && state.status !== 'pending'
  }
  const read = references.filter(isRead).length
  return useQueries({
    queries: references.map((reference, index) => ({
      ...scrapedQuery(reference),
      enabled: index < read + READS_AT_ONCE,
      retryOnMount: false,
      refetchOnWindowFocus: false,
    })),
    combine: (queries) =>
      queries.map(({ data, error, refetch }, index) => ({
        reference: references[index] ?? '',
        item: data,
        error,
        refetch,
      })),
  })
}

/** How many more auctions and bids the plan allows, as far as the limits are known. */
function useLeft(): { slots: number; bids: number } {
  const enabled = useSite()?.shows_plans === true
  const { data } = useQuery({ ...limitsQuery, enabled })
  if (!enabled || !data) return { slots: Number.POSITIVE_INFINITY, bids: Number.POSITIVE_INFINITY }
  return {
    slots: leftOf(data.auction_limit, data.auction_current),
    bids: leftOf(data.snipe_limit, data.snipe_current),
  }
}

const leftOf = (limit: number, current: number) => (limit === UNLIMITED ? Number.POSITIVE_INFINITY : limit - current)
