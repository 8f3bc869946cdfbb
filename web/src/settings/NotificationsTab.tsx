import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { useUser } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { spokenCountdowns } from '../ui/preferences.ts'
import { alertPreferencesQuery } from './alerts/alert-preferences-query.ts'
import { CalendarSection } from './alerts/CalendarSection.tsx'
import { ChannelChoices } from './alerts/ChannelChoices.tsx'
import { EndingSoon } from './alerts/EndingSoon.tsx'
import { QuietHours } from './alerts/QuietHours.tsx'
import { DeviceAlerts } from './device-alerts/DeviceAlerts.tsx'
import { Destinations } from './places/Destinations.tsx'

/** What Bidwell tells its users, where and when. */
export function NotificationsTab() {
  const spoken = spokenCountdowns.use()
  return (
    <div className="flex flex-col gap-4">
      <AlertSettings />
      <CalendarSection />
      <Card>
        <h2 className="text-lead font-semibold">In the app</h2>
        <p className="mt-2">
          The bell counts what you have not read.{' '}
          <Link to="/notifications" className="font-semibold text-accent underline underline-offset-4">
            Open your notifications
          </Link>
        </p>
        <div className="mt-4">
          <Checkbox
            label="Spoken countdowns on this device"
            hint="A screen reader is told ten minutes and one minute before an auction with your bid on it ends."
            checked={spoken === 'on'}
            onChange={(event) => spokenCountdowns.write(event.target.checked ? 'on' : 'off')}
          />
        </div>
      </Card>
    </div>
  )
}

/** Where alerts go, which of them, and when not. */
function AlertSettings() {
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
