import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Search } from '../ui/icons.tsx'
import { type HistoryView, ORDERS, orderOf, readView } from './history-view.ts'

const TYPING_PAUSE_MS = 300
const CONTROL = 'min-h-11 rounded-control border border-edge bg-surface text-body text-ink'

/** Searches once the user pauses typing. */
export function HistorySearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const send = useEffectEvent(onSearch)
  useEffect(() => {
    const timer = setTimeout(() => {
      const text = typed.trim()
      if (text === sent.current) return
      sent.current = text
      send(text)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // The address may also change by a link. What the user has typed since the last search stays.
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])
  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <Search aria-hidden size={18} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-2" />
      <input
        type="search"
        aria-label="Search your history"
        placeholder="Title, label, note or number"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${CONTROL} w-full pr-3 pl-10`}
      />
    </div>
  )
}

type OrderProps = { view: HistoryView; onChange: (view: HistoryView) => void }

/** Chooses the order where there are no headings to click. */
export const HistoryOrder = ({ view, onChange }: OrderProps) => (
  <label className="flex items-center gap-2 text-small text-ink-2">
    Sort
    <select
      value={orderOf(view)}
      onChange={(event) => {
        const { column, direction } = readView(new URLSearchParams({ sort: event.target.value }))
        onChange({ ...view, column, direction })
      }}
      className={`${CONTROL} px-2`}
    >
      {ORDERS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
)
