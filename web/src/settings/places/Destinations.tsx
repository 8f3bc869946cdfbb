import type { Destination } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DeviceAlerts } from '../../device-alerts/DeviceAlerts.tsx'
import { pricingQuery } from '../../plans/plan-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { Plus } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { kindOf } from './describe-place.ts'
import { destinationsQuery, isThisDevice } from './destinations-query.ts'
import { EmailPlace } from './EmailPlace.tsx'
import { PlaceRow } from './PlaceRow.tsx'

const WebhookDialog = lazyDialog(async () => (await import('./WebhookDialog.tsx')).WebhookDialog)
const PhoneDialog = lazyDialog(async () => (await import('./PhoneDialog.tsx')).PhoneDialog)
const RemovePlaceDialog = lazyDialog(async () => (await import('./RemovePlaceDialog.tsx')).RemovePlaceDialog)

/** A form that is open, and the place that it settles again. */
type Open = { form: 'webhook' | 'phone'; place: Destination | null }

/** The places outside the page to which alerts go; `children` says how much goes there. */
export function Destinations({ children }: { children: ReactNode }) {
  const places = useQuery(destinationsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (form: Open['form']) => () => setOpen({ form, place: null })
  const settle = (place: Destination) => setOpen({ form: place.channel === 'sms' ? 'phone' : 'webhook', place })
  const { destinations = [], text_messages: textMessages } = places.data ?? {}

  return (
    <Section title="Where alerts go">
      <LoadState query={places} skeleton="h-28" />
      {places.data && (
        <>
          <ul aria-label="Places" className="flex flex-col divide-y divide-line">
            <EmailPlace place={destinations.find(({ channel }) => channel === 'email')} />
            {destinations
              .filter(({ channel }) => channel !== 'email')
              .map((place) => (
                <OtherPlace key={place.id} place={place} onSettle={() => settle(place)} />
              ))}
          </ul>
          {children}
          <div className="flex flex-wrap items-center gap-3">
            <DeviceAlerts
              isPlace={destinations.some(({ id, stopped_at }) => isThisDevice(id) && stopped_at === null)}
            />
            <Button onClick={add('webhook')}>
              <Plus aria-hidden size={18} />
              Add a webhook
            </Button>
            {textMessages === 'available' && <AddPhone onAdd={add('phone')} />}
          </div>
          {textMessages === 'not_in_plan' && <PhoneNeedsPlan />}
        </>
      )}
      <p className="text-small">
        <TextLink to="/notifications/log">Log of alerts</TextLink>
      </p>
      {open?.form === 'webhook' && <WebhookDialog former={open.place} onClose={close} />}
      {open?.form === 'phone' && <PhoneDialog place={open.place} onClose={close} />}
    </Section>
  )
}

const AddPhone = ({ onAdd }: { onAdd: () => void }) => (
  <Button onClick={onAdd}>
    <Plus aria-hidden size={18} />
    Add a phone number
  </Button>
)

const list = new Intl.ListFormat('en-US')

/** Says which plans have text messages. */
function PhoneNeedsPlan() {
  const plans = useQuery(pricingQuery).data?.plans.filter(({ sms }) => sms) ?? []
  const names = list.format(plans.map(({ name }) => name))
  return (
    <p className="text-small text-ink-2">
      {names === ''
        ? 'Your plan has no text messages.'
        : `Text messages to your phone are part of ${plans.length === 1 ? `the plan ${names}` : `the plans ${names}`}.`}{' '}
      <TextLink to="/pricing">See plans</TextLink>
    </p>
  )
}

/** `onSettle` opens the form that settles it again: the code of a phone, or the fields of a webhook. */
type OtherPlaceProps = { place: Destination; onSettle: () => void }

/** A place other than the account's address, which its user can remove. */
function OtherPlace({ place, onSettle }: OtherPlaceProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const settle = settleLabel(place)
  const name = <VisuallyHidden> {place.label}</VisuallyHidden>
  return (
    <PlaceRow place={place} kind={isThisDevice(place.id) ? `This device · ${kindOf(place)}` : kindOf(place)}>
      {settle !== null && (
        <Button size="dense" variant="primary" onClick={onSettle}>
          {settle}
          {name}
        </Button>
      )}
      <Button size="dense" onClick={() => setIsRemoving(true)}>
        Remove{name}
      </Button>
      {isRemoving && <RemovePlaceDialog place={place} onClose={() => setIsRemoving(false)} />}
    </PlaceRow>
  )
}

/** What the button says that settles a place; null when it is settled, or only elsewhere. */
function settleLabel({ channel, stopped_at, stopped_because, verified_at }: Destination): string | null {
  if (channel === 'webhook') return stopped_at === null ? null : 'Add it again'
  if (channel !== 'sms' || stopped_because === 'stop') return null
  if (stopped_at !== null) return 'Send a code'
  return verified_at === null ? 'Enter the code' : null
}
