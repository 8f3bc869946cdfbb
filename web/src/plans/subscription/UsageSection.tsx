import { type FeatureLimits, type SnipeUsage, type SnipeUse, UNLIMITED } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useWhen } from '../../time/use-when.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { CircleCheck, Undo2 } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { limitsQuery, snipeUsageQuery } from '../plan-queries.ts'

/** How much of the plan is used, and the bids behind the count. */
export function UsageSection() {
  const limits = useQuery(limitsQuery)
  const usage = useQuery(snipeUsageQuery)
  const failed = [limits, usage].find(({ isError, data }) => isError && data === undefined)
  return (
    <Section title="What you have used">
      {failed?.error && (
        <LoadFailure
          title={messageOf(failed.error)}
          busy={failed.isFetching}
          onRetry={() => void Promise.all([limits.refetch(), usage.refetch()])}
        />
      )}
      {!failed && !(limits.data && usage.data) && <Skeleton className="h-40" />}
      {limits.data && usage.data && <Usage limits={limits.data} usage={usage.data} />}
    </Section>
  )
}

function Usage({ limits, usage }: { limits: FeatureLimits; usage: SnipeUsage }) {
  const when = useWhen()
  const again = usage.period_end === null ? null : when(usage.period_end)
  return (
    <>
      <Meter
        label="Tracked auctions"
        used={limits.auction_current}
        limit={limits.auction_limit}
        hint="Those that are open now. An auction that has ended, or that you remove, makes room."
      />
      <Meter
        label={limits.is_trialing ? 'Snipes of the trial' : 'Snipes of this month'}
        used={usage.used}
        limit={usage.limit}
        {...(again !== null && {
          hint: limits.is_trialing ? `The trial ends ${again}.` : `The count starts again ${again}.`,
        })}
      />
      <SnipeLedger snipes={usage.snipes} />
    </>
  )
}

type MeterProps = { label: string; used: number; limit: number; hint?: string }

/** How much of a limit is used, in numbers. The bar only repeats them. */
function Meter({ label, used, limit, hint }: MeterProps) {
  const isUnlimited = limit === UNLIMITED
  const isLimited = limit > 0
  const isFull = isLimited && used >= limit
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{label}</span>
        <span className={isFull ? 'text-warning tabular' : 'tabular'}>
          {isUnlimited ? `${used}, without a limit` : isLimited ? `${used} of ${limit}` : 'None in this plan'}
        </span>
      </div>
      {isLimited && (
        <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${isFull ? 'bg-warning' : 'bg-accent'}`}
            style={{ width: `${Math.min(1, used / limit) * 100}%` }}
          />
        </div>
      )}
      {isLimited && hint !== undefined && <p className="text-small text-ink-2">{hint}</p>}
    </div>
  )
}

const SHOWN_AT_FIRST = 10
/** The server answers no more than these. */
const LISTED = 100

/** The bids of the period one by one: which count, and why the others do not. */
function SnipeLedger({ snipes }: { snipes: readonly SnipeUse[] }) {
  const when = useWhen()
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
              <p className="text-small text-ink-2 tabular">Scheduled {when(snipe.scheduled_at)}</p>
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
