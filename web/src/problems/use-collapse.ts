import { useCallback, useEffect, useMemo } from 'react'
import { collapseOf, followProblems, formatCollapse, isCollapsed, parseCollapse } from './collapse.ts'
import { collapseKept, giveFocusTo } from './problems-shown.ts'
import type { FoundProblems } from './use-problems.ts'

/** Whether the user has collapsed the problems, and nothing has become worse since. This browser remembers it. */
export function useCollapse({ problems, bids, now }: FoundProblems): { collapsed: boolean; collapse: () => void } {
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
