import { useCallback, useRef, useState } from 'react'

const NONE: ReadonlySet<number> = new Set()

/** Which lots are ticked, and the last one ticked, from which a range is counted. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE)
  const anchor = useRef<number | null>(null)

  const toggle = useCallback((id: number) => {
    anchor.current = id
    setSelected((was) => {
      const next = new Set(was)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  /** Everything from the last one ticked to this one, in the order shown. */
  const selectTo = useCallback((id: number, order: readonly number[]) => {
    const from = order.indexOf(anchor.current ?? id)
    const to = order.indexOf(id)
    setSelected((was) => new Set([...was, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]))
  }, [])

  const clear = useCallback(() => setSelected(NONE), [])
  return { selected, toggle, selectTo, clear }
}
