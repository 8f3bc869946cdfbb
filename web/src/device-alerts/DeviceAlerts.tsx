import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { Button, type ButtonStyle } from '../ui/Button.tsx'
import { MonitorSmartphone } from '../ui/icons.tsx'
import { toastError } from '../ui/overlays/toasts.tsx'
import { type DeviceAlertsState, deviceAlertsQuery, turnOnMutation } from './device-alerts-query.ts'

const WHY_NOT: Readonly<Record<Exclude<DeviceAlertsState, 'on' | 'off'>, string>> = {
  no: 'This browser cannot receive alerts.',
  insecure: 'Alerts on this device need a page with an https address.',
  'add-to-home':
    'On an iPhone or iPad, alerts need Bidwell on the home screen: tap Share, then Add to Home Screen, and open Bidwell from there.',
  denied:
    "This browser blocks Bidwell's notifications. Allow them in the browser's settings for this site, then reload this page.",
}

/** Turns on alerts on the device in the user's hand. `isPlace`: it is among the places already. */
export function DeviceAlerts({ isPlace }: { isPlace: boolean }) {
  const { data: state, error } = useQuery(deviceAlertsQuery)
  if (error) return <p className="text-small">{messageOf(error)}</p>
  if (state === undefined || (state === 'on' && isPlace)) return null
  if (state !== 'on' && state !== 'off') return <p className="text-small text-ink-2">{WHY_NOT[state]}</p>
  return <TurnOnDevice />
}

/** Turns on alerts on this device. The browser asks its user first. */
export function TurnOnDevice({ size }: Pick<ButtonStyle, 'size'>) {
  const turnOn = useMutation({ ...turnOnMutation, onError: (error) => toastError(messageOf(error)) })
  return (
    <Button size={size} busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
      <MonitorSmartphone aria-hidden size={18} />
      Alerts on this device
    </Button>
  )
}
