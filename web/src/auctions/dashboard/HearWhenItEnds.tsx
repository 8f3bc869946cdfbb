import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceAlertsQuery } from '../../device-alerts/device-alerts-query.ts'
import { TurnOnDevice } from '../../device-alerts/DeviceAlerts.tsx'
import { useUser } from '../../session/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Mail, X } from '../../ui/icons.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { Link } from '../../ui/Link.tsx'
import { createPreference, oneOf } from '../../ui/preferences.ts'

/** Invites a user to be told how auctions end: from the first bid on, until all is done or the line is dismissed. */
export function HearWhenItEnds({ hasBid }: { hasBid: boolean }) {
  const kept = invitation.use()
  const { email, emailVerified } = useUser()
  const canTurnOn = useQuery(deviceAlertsQuery).data === 'off'
  useEffect(() => {
    if (kept === 'unseen' && hasBid) invitation.write('open')
  }, [kept, hasBid])
  if (kept !== 'open' || (!canTurnOn && emailVerified)) return null
  return (
    <KeepFocus label="Alerts">
      {/* On a phone, the buttons share a line of their own. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 [reading-flow:flex-visual] sm:flex-nowrap">
        <p className="font-semibold max-sm:flex-1">Hear when it ends:</p>
        <div className="flex min-w-0 gap-2 max-sm:order-1 max-sm:basis-full sm:flex-1">
          {canTurnOn && <TurnOnDevice size="dense" />}
          {!emailVerified && (
            <div className="min-w-0">
              <Link to="/verify-email" className={buttonClass({ size: 'dense' })}>
                <Mail aria-hidden size={18} className="shrink-0" />
                <span className="truncate">Verify {email}</span>
              </Link>
            </div>
          )}
        </div>
        <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={() => invitation.write('dismissed')}>
          <X aria-hidden size={18} />
        </Button>
      </div>
    </KeepFocus>
  )
}

/** Whether this browser shows the invitation. */
const invitation = createPreference('alerts_invitation', 'unseen', oneOf('unseen', 'open', 'dismissed'))
