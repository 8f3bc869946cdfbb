import { useCallback, useRef, useState } from 'react'

const NONE: ReadonlySet<number> = new Set()

/** The selected auctions, and the latest one as the anchor of a range. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE)
  const anchor = useRef<number | null>(null)

  const toggle = useCallback((id: number) => {
    anchor.current = id
    setSelected((earlier) => {
      const next = new Set(earlier)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  /** Selects from the anchor to this auction, in the order shown; this auction alone where the anchor is not shown. */
  const selectTo = useCallback((id: number, order: readonly number[]) => {
    const to = order.indexOf(id)
    const anchorAt = order.indexOf(anchor.current ?? id)
    const from = anchorAt === -1 ? to : anchorAt
    setSelected((earlier) => new Set([...earlier, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]))
  }, [])

  const clear = useCallback(() => setSelected(NONE), [])
  return { selected, toggle, selectTo, clear }
}
