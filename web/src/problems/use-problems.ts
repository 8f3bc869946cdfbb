import type { Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { healthQuery } from '../api/installation-queries.ts'
import { openAuctionsQuery } from '../auctions/tracked/auction-queries.ts'
import { useNowUntil } from '../auctions/tracked/use-now-until.ts'
import { bidsQuery } from '../bids/bid-queries.ts'
import { pauseQuery } from '../bids/pause/pause-queries.ts'
import { connectionQuery } from '../connection/connection-query.ts'
import { useKept } from '../state/use-kept.ts'
import { findProblems, nextChange } from './find-problems.ts'
import type { Problem } from './problem.ts'

const NONE: readonly never[] = []

export type FoundProblems = {
  problems: readonly Problem[]
  /** Null until the server has answered all that the problems depend on. */
  bids: readonly Bid[] | null
  /** The site's time at which the problems were found. */
  now: number
}

/** The problems of the account. They stay the same object until one of them changes. */
export function useProblems(): FoundProblems {
  const bids = useQuery(bidsQuery)
  const auctions = useQuery(openAuctionsQuery)
  const { data: login } = useQuery(connectionQuery)
  const { data: pause } = useQuery(pauseQuery)
  const { data: health } = useQuery(healthQuery)
  const now = useNowUntil(useCallback((from) => nextChange(bids.data, from), [bids.data]))
  const isSiteSilent = health?.site.state === 'backing_off'
  const waiting = health?.waiting ?? NONE
  const found = useMemo(
    () => findProblems({ bids: bids.data, auctions: auctions.data, login, pause, isSiteSilent, waiting }, now),
    [bids.data, auctions.data, login, pause, isSiteSilent, waiting, now],
  )
  const isKnown = [login, pause, health].every((data) => data !== undefined)
  // Until the server has answered, the lists are those of the last visit.
  const isLatest = bids.dataUpdatedAt > 0 && auctions.dataUpdatedAt > 0
  const problems = useKept(found, isSame)
  return { problems, bids: isKnown && isLatest ? (bids.data ?? null) : null, now }
}

const isSame = (one: readonly Problem[], other: readonly Problem[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
