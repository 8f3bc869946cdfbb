import { messages } from '@bidwell/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { siteClock } from '../time/site-clock.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { toastSuccess } from '../ui/overlays/toasts.tsx'
import { announce } from '../ui/screen-readers.tsx'
import { collapseOf, followProblems, formatCollapse, isCollapsed, parseCollapse } from './collapse.ts'
import { spokenText } from './problem-text.ts'
import { type Problem, signaturesOf } from './problem.ts'
import { ProblemBand } from './ProblemBand.tsx'
import { collapseKept, giveFocusTo, problemsShown } from './problems-shown.ts'
import { countSafeAgain } from './safe-again.ts'
import { type FoundProblems, useProblems } from './use-problems.ts'

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
  const shown = useMemo(() => problems.filter(({ kind }) => kind !== 'login' || !onLogin), [problems, onLogin])
  const { collapsed, collapse } = useCollapse(found)
  const [connecting, setConnecting] = useState<{ replacing: boolean } | null>(null)
  const reconnect = useCallback(() => {
    setConnecting({ replacing: problems.some((problem) => problem.kind === 'login' && problem.stop === 'refused') })
  }, [problems])
  useSafeAgain(found)
  useAnnouncement(problems, collapsed)
  useEffect(() => problemsShown.set({ problems: shown, collapsed }), [shown, collapsed])
  useEffect(() => () => problemsShown.set({ problems: [], collapsed: false }), [])

  return (
    <>
      {!collapsed && shown.length > 0 && <ProblemBand problems={shown} onReconnect={reconnect} onCollapse={collapse} />}
      {/* Beside the band, so that what is typed stays when the problems change. */}
      {connecting && <ConnectDialog {...connecting} onClose={() => setConnecting(null)} />}
    </>
  )
}

/** Says, once, how many bids are not stopped any more. */
function useSafeAgain({ problems, bids }: FoundProblems) {
  const before = useRef<readonly Problem[]>([])
  useEffect(() => {
    if (bids === null) return
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
