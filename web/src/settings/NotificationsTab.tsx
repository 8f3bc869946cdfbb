import { useSite, useSiteName } from '../api/site-query.ts'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Link } from '../ui/Link.tsx'
import { spokenCountdowns } from '../ui/preferences.ts'
import { DeviceAlerts } from './device-alerts/DeviceAlerts.tsx'

/** What Bidwell tells its users where, and what it does not tell them yet. */
export function NotificationsTab() {
  const spoken = spokenCountdowns.use()
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans === true
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <h2 className="text-lead font-semibold">In the app</h2>
        <p className="mt-2">
          The bell counts what you have not read.{' '}
          <Link to="/notifications" className="font-semibold text-accent underline underline-offset-4">
            Open your notifications
          </Link>
        </p>
        <ul className="mt-2 list-disc pl-5">
          <li>Each result: won, lost, outbid, not placed and why, or not known.</li>
          <li>
            Warnings ahead of a bid: a price over your max, a risk that a check has found, an auction that ends early or
            is withdrawn, and a pause by the operator.
          </li>
          <li>Your {site} login: refused, or not verified for long.</li>
          <li>Your account: sign-ins from new browsers, and requests to delete it.</li>
          {showsPlans && <li>Your plan: the end of the trial, payments, and changes of the subscription.</li>}
        </ul>
      </Card>

      <Card>
        <h2 className="text-lead font-semibold">By email</h2>
        <p className="mt-2">These mails protect your account and your money, so they cannot be turned off.</p>
        <ul className="mt-2 list-disc pl-5">
          <li>Sign-ins from new browsers, and every change of your password, address or second step.</li>
          <li>Your {site} login stored, replaced or removed.</li>
          <li>Downloads of your data, and the deletion of your account.</li>
          {showsPlans && <li>The end of the trial, receipts, failed payments, and the end of a plan.</li>}
        </ul>
      </Card>

      <DeviceAlerts />

      <Card>
        <h2 className="text-lead font-semibold">Not yet</h2>
        <p className="mt-2">
          Bidwell does not send results and warnings by email or as a text message yet. Until it does, open the app to
          see them; your scheduled bids are placed whether it is open or not.
        </p>
      </Card>

      <Card>
        <h2 className="text-lead font-semibold">On this device</h2>
        <div className="mt-4">
          <Checkbox
            label="Spoken countdowns"
            hint="A screen reader is told ten minutes and one minute before an auction with your bid on it ends."
            checked={spoken === 'on'}
            onChange={(event) => spokenCountdowns.write(event.target.checked ? 'on' : 'off')}
          />
        </div>
      </Card>
    </div>
  )
}
