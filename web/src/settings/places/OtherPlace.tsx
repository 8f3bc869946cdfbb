import type { Destination } from '@bidwell/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { kindOf } from './describe-place.ts'
import { isThisDevice } from './destinations-query.ts'
import { PlaceRow } from './PlaceRow.tsx'

const NewSecretDialog = lazyDialog(async () => (await import('./NewSecretDialog.tsx')).NewSecretDialog)
const RemovePlaceDialog = lazyDialog(async () => (await import('./RemovePlaceDialog.tsx')).RemovePlaceDialog)

/** `onSettle` opens the form that settles it again: the code of a phone, or the fields of a webhook. */
type OtherPlaceProps = { place: Destination; onSettle: () => void }

/** A place other than the account's address, which its user can remove. */
export function OtherPlace({ place, onSettle }: OtherPlaceProps) {
  const [asking, setAsking] = useState<'secret' | 'remove' | null>(null)
  const close = () => setAsking(null)
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
      {place.preset === 'standard' && place.stopped_at === null && (
        <Button size="dense" onClick={() => setAsking('secret')}>
          New secret<VisuallyHidden> for {place.label}</VisuallyHidden>
        </Button>
      )}
      <Button size="dense" onClick={() => setAsking('remove')}>
        Remove{name}
      </Button>
      {asking === 'secret' && <NewSecretDialog place={place} onClose={close} />}
      {asking === 'remove' && <RemovePlaceDialog place={place} onClose={close} />}
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
