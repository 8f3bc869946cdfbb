import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { type DeviceAlertsState, deviceAlertsQuery, switchMutation } from './device-alerts-query.ts'

const TEXT: Record<DeviceAlertsState, string> = {
  no: 'This browser cannot receive alerts.',
  insecure: 'Alerts need a page with an https address. The operator of this installation can set one up.',
  'add-to-home':
    'On an iPhone or iPad, alerts need Bidwell on the home screen: tap Share, then Add to Home Screen. Open Bidwell from there and turn alerts on here.',
  denied:
    "This browser blocks Bidwell's notifications. Allow them in the browser's settings for this site, then reload this page.",
  off: 'Results and warnings can appear on this device while Bidwell is closed, also on its lock screen. The browser asks you first.',
  on: 'Results and warnings appear on this device while Bidwell is closed, also on its lock screen. Signing out ends them.',
}

/** Alerts on the device in the user's hand, with the button that turns them on or off. */
export function DeviceAlerts() {
  const state = useQuery(deviceAlertsQuery)
  const change = useMutation({ ...switchMutation, onError: (error) => toastError(messageOf(error)) })
  const canChange = state.data === 'on' || state.data === 'off'
  const wanted = state.data === 'on' ? 'off' : 'on'
  return (
    <Card>
      <h2 className="text-lead font-semibold">Alerts on this device</h2>
      {state.isPending && <Skeleton className="mt-2 h-12" />}
      {state.isError && <p className="mt-2">{messageOf(state.error)}</p>}
      {state.isSuccess && <output className="mt-2 block">{TEXT[state.data]}</output>}
      {canChange && (
        <Button className="mt-3" busy={change.isPending} onClick={() => change.mutate(wanted)}>
          {wanted === 'on' ? 'Turn on alerts' : 'Turn off alerts'}
        </Button>
      )}
    </Card>
  )
}
