import { UNLIMITED } from '@bidwell/contract'
import { type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { profileQuery } from '../../account/profile-query.ts'
import { useSite } from '../../api/installation-queries.ts'
import { RETRY_WHEN_ALLOWED } from '../../api/when-allowed.ts'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { isLive } from '../../bids/bid-rules.ts'
import { costsOfDraft } from '../../bids/form/delivered-draft.ts'
import { useDefaultLead } from '../../bids/form/use-bid-draft.ts'
import { useNamedGroups } from '../../bids/groups/use-named-groups.ts'
import { deliveredCostQuery } from '../../bids/shipping/item-cost-query.ts'
import { limitsQuery } from '../../plans/plan-queries.ts'
import { siteClock } from '../../time/site-clock.ts'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { scrapedQuery } from '../tracked/track-queries.ts'
import { freeName, groupsOf, type TypedTerms } from './groups-of-bids.ts'
import { type AddResult, amountOf, isDelivered, type ReadyRow, rowsOf, toDo, type Wish } from './several-auctions.ts'
import { useAddOne } from './use-add-one.ts'

/** So many auctions are read at a time, since an account's share of the read budget is small. The others wait for it. */
const READS_AT_ONCE = 2

/** Several auctions, each read, tracked and bid on by itself: one that fails keeps what was typed, and stops no other. */
export function useSeveralAuctions(references: readonly string[], wishes: ReadonlyMap<string, Wish>) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [typedTerms, setTypedTerms] = useState<ReadonlyMap<string, TypedTerms>>(new Map())
  const [results, setResults] = useState<ReadonlyMap<string, AddResult>>(new Map())
  const [busy, setBusy] = useState(false)
  const [adding, setAdding] = useState<string | null>(null)
  const answers = useItems(references)
  const tracked = useQuery(openAuctionsQuery).data
  const { data: bids } = useQuery(bidsQuery)
  const [typedLead, setLead] = useState<string | null>(null)
  const defaultLead = useDefaultLead()
  const lead = typedLead ?? String(defaultLead)
  const left = useLeft()
  const namedGroups = useNamedGroups()
  const [onlyOne, setOnlyOne] = useState<string | null>(null)
  const typing = { typed, wishes }
  const costsOf = useCosts(
    answers.flatMap(({ reference, item }) =>
      item && isDelivered(typing, reference) && amountOf(typing, reference) !== '' ? [item.auction_id] : [],
    ),
  )

  const rows = rowsOf(answers, {
    ...typing,
    results,
    adding,
    lead,
    costsOf,
    now: siteClock.now(),
    noteOf: (id) => tracked?.find(({ auctionId, status }) => auctionId === id && status === 'active')?.note ?? null,
    hasStandingBid: (id) => bids?.some((bid) => bid.auctionId === id && isLive(bid)) ?? true,
    ...left,
  })
  const groups = groupsOf(toDo(rows), { wishes, onlyOne, typedTerms, open: namedGroups.open })

  const add = useAddOne({ wishes, onlyOne, groups, namedGroups })
  const { start, stop, close } = useRun()

  /** Adds one auction after another until it is stopped. Returns what became of those that it came to. */
  async function addAll(todo: readonly ReadyRow[]) {
    const run = start()
    setBusy(true)
    const done: AddResult[] = []
    for (const row of todo) {
      if (run.signal.aborted) break
      setAdding(row.reference)
      const result = await add(row, run.signal)
      if (!result.tracked && result.failure === null) break
      done.push(result)
      // A bid that was made stays made where only its note was to do.
      const scheduled = result.scheduled || row.result?.scheduled === true
      setResults((earlier) => new Map(earlier).set(row.reference, { ...result, scheduled }))
    }
    setAdding(null)
    await namedGroups.deleteUnused()
    setBusy(false)
    return { done, wasStopped: run.signal.aborted, isClosed: run.isClosed() }
  }

  return {
    rows,
    groups,
    typed,
    onlyOne,
    setOnlyOne: (ticked: boolean) =>
      setOnlyOne(
        ticked
          ? freeName(
              rows.flatMap(({ item }) => item?.title ?? []),
              namedGroups.open,
            )
          : null,
      ),
    typeTerms: (name: string, terms: TypedTerms) => setTypedTerms((earlier) => new Map(earlier).set(name, terms)),
    lead,
    setLead,
    busy,
    addAll,
    stop,
    close,
    retry: (reference: string) => void answers.find((answer) => answer.reference === reference)?.refetch(),
    type: (reference: string, amount: string) => setTyped((earlier) => new Map(earlier).set(reference, amount)),
  }
}

/** What stops the adding: the user, or the closing of the table, also by a way back or a sign-out. */
function useRun() {
  const current = useRef<{ stop: AbortController; isClosed: boolean }>(null)
  const stop = () => current.current?.stop.abort()
  const close = useCallback(() => {
    if (!current.current) return
    current.current.isClosed = true
    current.current.stop.abort()
  }, [])
  useEffect(() => close, [close])

  function start() {
    const run = { stop: new AbortController(), isClosed: false }
    current.current = run
    return { signal: run.stop.signal, isClosed: () => run.isClosed }
  }
  return { start, stop, close }
}

/** The items, read in the order of their links. */
function useItems(references: readonly string[]) {
  const first = useTurns(references.map((reference) => scrapedQuery(reference).queryKey))
  return useQueries({
    queries: references.map((reference, index) => ({
      ...scrapedQuery(reference),
      ...RETRY_WHEN_ALLOWED,
      enabled: index < first,
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

/** What items cost besides their bids, asked for in turn. Costs that cannot be read are not known, and no longer loading. */
function useCosts(auctionIds: readonly string[]): Parameters<typeof rowsOf>[1]['costsOf'] {
  const { data: profile } = useQuery(profileQuery)
  const first = useTurns(auctionIds.map((id) => deliveredCostQuery(id).queryKey))
  const costs = useQueries({
    queries: auctionIds.map((id, index) => ({ ...deliveredCostQuery(id), enabled: index < first })),
    combine: (queries) => new Map(queries.map(({ data, isError }, index) => [auctionIds[index], { data, isError }])),
  })
  return (auctionId, typed) => {
    const cost = costs.get(auctionId)
    const draft = costsOfDraft(cost?.data, profile, typed)
    return { ...draft, isLoading: draft.isLoading && cost?.isError !== true }
  }
}

/** How many of the queries, from the first one on, may be asked for by now. */
function useTurns(keys: readonly QueryKey[]): number {
  const client = useQueryClient()
  const isRead = (key: QueryKey) => (client.getQueryState(key)?.status ?? 'pending') !== 'pending'
  return keys.filter(isRead).length + READS_AT_ONCE
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
