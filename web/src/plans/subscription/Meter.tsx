import { UNLIMITED } from '@bidwell/contract'

type MeterProps = { label: string; used: number; limit: number; hint?: string }

/** How much of a limit is used, in numbers. The bar only repeats them. */
export function Meter({ label, used, limit, hint }: MeterProps) {
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
