import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Link } from '../ui/Link.tsx'
import { spokenCountdowns } from '../ui/preferences.ts'
import { AlertSettings } from './alerts/AlertSettings.tsx'
import { CalendarSection } from './alerts/CalendarSection.tsx'

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
