import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../account/profile-query.ts'
import { messageOf } from '../api/api-error.ts'
import { PauseSwitch } from '../bids/pause/PauseSwitch.tsx'
import { Card } from '../ui/Card.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { DeliveredForm } from './DeliveredForm.tsx'
import { LeadForm } from './LeadForm.tsx'
import { LimitsForm } from './LimitsForm.tsx'

/** What holds for every new bid, and the pause of all bids. */
export function BiddingTab() {
  const profile = useQuery(profileQuery)
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lead font-semibold">Bidding</h2>
      {profile.isSuccess && (
        <div key={profile.data.id} className="flex flex-col gap-6">
          <LeadForm seconds={profile.data.default_seconds_before_end} />
          <LimitsForm profile={profile.data} />
          <DeliveredForm profile={profile.data} />
          <PauseSwitch />
        </div>
      )}
      {profile.isPending && <Skeleton className="h-303 sm:h-243" />}
      {profile.isError && (
        <LoadFailure
          title={messageOf(profile.error)}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      )}
    </Card>
  )
}
