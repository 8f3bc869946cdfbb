import type { SnipeUse } from '@bidwell/contract'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../time/use-now.ts'
import { briefInBothZones } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Tag.tsx'

const MINUTE_MS = 60_000
const SHOWN_AT_FIRST = 10
/** The server answers no more than these. */
const LISTED = 100

/** The bids of the period one by one: which count, and why the others do not. */
export function SnipeLedger({ snipes }: { snipes: readonly SnipeUse[] }) {
  const now = useNow(MINUTE_MS)
  const [showsAll, setShowsAll] = useState(false)
  if (snipes.length === 0) return <p className="text-ink-2">You have scheduled no snipes in this period.</p>
  return (
    <div>
      <h3 className="font-semibold">The snipes one by one</h3>
      {snipes.length >= LISTED && <p className="text-small text-ink-2">The newest {LISTED} are listed.</p>}
      <ul aria-label="Snipes of this period" className="mt-1 flex flex-col divide-y divide-line">
        {(showsAll ? snipes : snipes.slice(0, SHOWN_AT_FIRST)).map((snipe) => (
          <li key={snipe.bid_id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere">{snipe.title}</p>
              <p className="text-small text-ink-2 tabular">
                Scheduled {briefInBothZones(Date.parse(snipe.scheduled_at), now)}
              </p>
              {snipe.returned_because !== null && <p className="text-small text-ink-2">{snipe.returned_because}</p>}
            </div>
            <Tag tone={snipe.counts ? 'info' : 'neutral'} icon={snipe.counts ? CircleCheck : Undo2}>
              {snipe.counts ? 'Counts' : 'Given back'}
            </Tag>
          </li>
        ))}
      </ul>
      {snipes.length > SHOWN_AT_FIRST && (
        <Button size="dense" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${snipes.length}`}
        </Button>
      )}
    </div>
  )
}
