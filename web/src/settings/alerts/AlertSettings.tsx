import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { useUser } from '../../session/session.ts'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { DeviceAlerts } from '../device-alerts/DeviceAlerts.tsx'
import { Destinations } from '../places/Destinations.tsx'
import { alertPreferencesQuery } from './alert-preferences-query.ts'
import { ChannelChoices } from './ChannelChoices.tsx'
import { EndingSoon } from './EndingSoon.tsx'
import { QuietHours } from './QuietHours.tsx'

/** Where alerts go, which of them, and when not. */
export function AlertSettings() {
  const { id } = useUser()
  const preferences = useQuery(alertPreferencesQuery)
  return (
    <>
      <Destinations />
      <DeviceAlerts />
      {preferences.data && (
        <div key={id} className="flex flex-col gap-4">
          <ChannelChoices stored={preferences.data.choices} />
          <EndingSoon minutes={preferences.data.ending_soon_minutes} />
          <QuietHours stored={preferences.data} />
        </div>
      )}
      {preferences.isPending && <Skeleton className="h-400 sm:h-320" />}
      {preferences.isLoadingError && (
        <LoadFailure
          title={messageOf(preferences.error)}
          busy={preferences.isFetching}
          onRetry={() => void preferences.refetch()}
        />
      )}
    </>
  )
}
