import type { FeatureLimits, SnipeUsage } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { useNow } from '../../time/use-now.ts'
import { briefInBothZones } from '../../time/zoned-times.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { limitsQuery, snipeUsageQuery } from '../plan-queries.ts'
import { Meter } from './Meter.tsx'
import { SnipeLedger } from './SnipeLedger.tsx'

const MINUTE_MS = 60_000

/** How much of the plan is used, and the bids behind the count. */
export function UsageSection() {
  const limits = useQuery(limitsQuery)
  const usage = useQuery(snipeUsageQuery)
  const failed = [limits, usage].find(({ isError, data }) => isError && data === undefined)
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-lead font-semibold">What you have used</h2>
      {failed?.error && (
        <LoadFailure
          title={messageOf(failed.error)}
          busy={failed.isFetching}
          onRetry={() => void Promise.all([limits.refetch(), usage.refetch()])}
        />
      )}
      {!failed && !(limits.data && usage.data) && <Skeleton className="h-40" />}
      {limits.data && usage.data && <Usage limits={limits.data} usage={usage.data} />}
    </Card>
  )
}

function Usage({ limits, usage }: { limits: FeatureLimits; usage: SnipeUsage }) {
  const now = useNow(MINUTE_MS)
  const again = usage.period_end === null ? null : briefInBothZones(Date.parse(usage.period_end), now)
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
