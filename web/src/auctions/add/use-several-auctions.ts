import { UNLIMITED } from '@bidwell/contract'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSite } from '../../api/installation-queries.ts'
import { RETRY_WHEN_ALLOWED } from '../../api/when-allowed.ts'
import { bidsQuery } from '../../bids/bid-queries.ts'
import { isLive } from '../../bids/bid-rules.ts'
import { useDefaultLead } from '../../bids/fields/use-bid-draft.ts'
import { limitsQuery } from '../../plans/plan-queries.ts'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { scrapedQuery } from '../tracked/track-queries.ts'
import { type AddResult, type ReadyRow, rowsOf } from './several-auctions.ts'
import { useAddOne } from './use-add-one.ts'
import { useOnlyOne } from './use-only-one.ts'

/** So many auctions are read at a time, since an account's share of the read budget is small. The others wait for it. */
const READS_AT_ONCE = 2

/** Several auctions, each read, tracked and bid on by itself: one that fails keeps what was typed, and stops no other. */
export function useSeveralAuctions(references: readonly string[]) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
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
  const onlyOne = useOnlyOne()
  const add = useAddOne(onlyOne)
  const { start, stop, close } = useRun()

  const rows = rowsOf(answers, {
    typed,
    results,
    adding,
    lead,
    isTracked: (id) => tracked?.some(({ auctionId, status }) => auctionId === id && status === 'active') ?? false,
    hasStandingBid: (id) => bids?.some((bid) => bid.auctionId === id && isLive(bid)) ?? true,
    ...left,
  })

  /** Adds one auction after another until it is stopped. Returns what became of those that it came to. */
  async function addAll(todo: readonly ReadyRow[]) {
    const run = start()
    setBusy(true)
    const done: AddResult[] = []
    const titles = todo.flatMap(({ hasBid, item }) => (hasBid ? [item.title] : []))
    for (const row of todo) {
      if (run.signal.aborted) break
      setAdding(row.reference)
      const result = await add(row, titles, run.signal)
      if (!result.tracked && result.failure === null) break
      done.push(result)
      setResults((earlier) => new Map(earlier).set(row.reference, result))
    }
    setAdding(null)
    await onlyOne.deleteUnused()
    setBusy(false)
    return { done, wasStopped: run.signal.aborted, isClosed: run.isClosed() }
  }

  return {
    rows,
    typed,
    onlyOne,
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

/** The items, read a few at a time in the order of their links. */
function useItems(references: readonly string[]) {
  const client = useQueryClient()
  const read = references.filter(
    (reference) => (client.getQueryState(scrapedQuery(reference).queryKey)?.status ?? 'pending') !== 'pending',
  ).length
  return useQueries({
    queries: references.map((reference, index) => ({
      ...scrapedQuery(reference),
      ...RETRY_WHEN_ALLOWED,
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
