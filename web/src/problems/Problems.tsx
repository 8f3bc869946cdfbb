import { type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { healthQuery, useSiteName } from '../api/installation-queries.ts'
import { openAuctionsQuery } from '../auctions/tracked/auction-queries.ts'
import { lastMinuteAuction } from '../auctions/tracked/last-minute-auction.ts'
import { bidsQuery } from '../bids/bid-queries.ts'
import { pauseQuery } from '../bids/pause-queries.ts'
import { connectionQuery } from '../connection/connection-query.ts'
import { endReconnecting, useReconnecting } from '../connection/ReconnectButton.tsx'
import { useKept } from '../state/use-kept.ts'
import { siteClock } from '../time/site-clock.ts'
import { useNowUntil } from '../time/use-now-until.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { toastSuccess } from '../ui/overlays/toasts.tsx'
import { announce } from '../ui/screen-readers.tsx'
import { collapseOf, followProblems, formatCollapse, isCollapsed, parseCollapse } from './collapse.ts'
import { findProblems, nextChange } from './find-problems.ts'
import { spokenText } from './problem-text.ts'
import { type Problem, signaturesOf } from './problem.ts'
import { ProblemBand } from './ProblemBand.tsx'
import { collapseKept, giveFocusTo, problemsShown } from './problems-shown.ts'
import { countSafeAgain } from './safe-again.ts'

const ConnectDialog = lazyDialog(async () => (await import('../connection/ConnectDialog.tsx')).ConnectDialog)

/**
 * Everything that stops or endangers bids, in one band above the page, until the user collapses it to the pill in the
 * header. The settings of the login do not repeat what is wrong with it.
 */
export function Problems() {
  const found = useProblems()
  const { problems } = found
  const { search } = useLocation()
  const onLogin = new URLSearchParams(search).get('tab') === 'credentials'
  const shownId = lastMinuteAuction.use()
  const shown = useMemo(
    () =>
      problems
        .filter(({ kind }) => kind !== 'login' || !onLogin)
        .flatMap((problem) => withoutLastMinute(problem, shownId)),
    [problems, onLogin, shownId],
  )
  const { collapsed, collapse } = useCollapse(found)
  const isReconnecting = useReconnecting()
  useSafeAgain(found)
  useAnnouncement(problems, collapsed)
  useEffect(() => problemsShown.set({ problems: shown, collapsed }), [shown, collapsed])
  useEffect(
    () => () => {
      problemsShown.set({ problems: [], collapsed: false })
      endReconnecting()
    },
    [],
  )

  return (
    <>
      {!collapsed && shown.length > 0 && <ProblemBand problems={shown} onCollapse={collapse} />}
      {isReconnecting && <ConnectDialog onClose={endReconnecting} />}
    </>
  )
}

/** A price that has passed a maximum is told, with its remedy, by the last minute of the auction where that is shown. */
function withoutLastMinute(problem: Problem, shownId: number | null): Problem[] {
  if (problem.kind !== 'over_max' && problem.kind !== 'outbid') return [problem]
  const bids = problem.bids.filter(({ auctionId }) => auctionId !== shownId)
  return bids.length === 0 ? [] : [{ ...problem, bids }]
}

const NONE: readonly never[] = []

type FoundProblems = {
  problems: readonly Problem[]
  /** Null until the server has answered all that the problems depend on. */
  bids: readonly Bid[] | null
  /** The site's time at which the problems were found. */
  now: number
}

/** The problems of the account. They stay the same object until one of them changes. */
function useProblems(): FoundProblems {
  const bids = useQuery(bidsQuery)
  const auctions = useQuery(openAuctionsQuery)
  const { data: login } = useQuery(connectionQuery)
  const { data: pause } = useQuery(pauseQuery)
  const { data: health } = useQuery(healthQuery)
  const now = useNowUntil(useCallback((from) => nextChange(bids.data, from), [bids.data]))
  const isSiteSilent = health?.site.state === 'backing_off'
  const siteFailure = health?.site.because ?? null
  const waiting = health?.waiting ?? NONE
  const found = useMemo(
    () =>
      findProblems({ bids: bids.data, auctions: auctions.data, login, pause, isSiteSilent, siteFailure, waiting }, now),
    [bids.data, auctions.data, login, pause, isSiteSilent, siteFailure, waiting, now],
  )
  const isKnown = [login, pause, health].every((data) => data !== undefined)
  // Until the server has answered, the lists are those of the last visit.
  const isLatest = bids.dataUpdatedAt > 0 && auctions.dataUpdatedAt > 0
  const problems = useKept(found, isSame)
  return { problems, bids: isKnown && isLatest ? (bids.data ?? null) : null, now }
}

const isSame = (one: readonly Problem[], other: readonly Problem[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Says, once, how many bids are not stopped any more. */
function useSafeAgain({ problems, bids }: FoundProblems) {
  const before = useRef<readonly Problem[]>([])
  useEffect(() => {
    if (bids === null) {
      // The browser keeps no pause, so that a pause which ends before the rest is known had stopped its bids.
      before.current = [...before.current, ...problems.filter(({ kind }) => kind === 'pause')]
      return
    }
    const count = countSafeAgain(before.current, problems, bids, siteClock.now())
    if (count > 0) toastSuccess(messages.problem.safeAgain(count))
    before.current = problems
  }, [problems, bids])
}

/** Has a screen reader say what is new, once. */
function useAnnouncement(problems: readonly Problem[], collapsed: boolean) {
  const siteName = useSiteName()
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const appeared = problems.filter((problem) => signaturesOf([problem]).some((each) => !known.current.has(each)))
    known.current = new Set(signaturesOf(problems))
    if (appeared.length > 0 && !collapsed) announce(spokenText(problems, appeared, siteName))
  }, [problems, collapsed, siteName])
}

/** Whether the user has collapsed the problems, and nothing has become worse since. This browser remembers it. */
function useCollapse({ problems, bids, now }: FoundProblems): { collapsed: boolean; collapse: () => void } {
  const kept = collapseKept.use()
  const collapsed = useMemo(() => isCollapsed(parseCollapse(kept), problems, now), [kept, problems, now])
  const isKnown = bids !== null
  useEffect(() => {
    if (!isKnown) return
    const followed = formatCollapse(followProblems(parseCollapse(kept), problems, now))
    if (followed !== kept) collapseKept.write(followed)
  }, [isKnown, kept, problems, now])
  const collapse = useCallback(() => {
    giveFocusTo('pill')
    collapseKept.write(formatCollapse(collapseOf(problems, now)))
  }, [problems, now])
  return { collapsed, collapse }
}
