import { ALERTS, api, type Destination, messages } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { siteClock } from '../../time/site-clock.ts'
import { useNow } from '../../time/use-now.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { destinationsQuery } from './destinations-query.ts'

const LOOK_EVERY_MS = 1_000

type NewSecretDialogProps = { place: Destination; onMade: (secret: string) => void; onClose: () => void }

/** Makes a new secret for a signed webhook. It is made, and handed on, even when the dialog is closed meanwhile. */
export function NewSecretDialog({ place, onMade, onClose }: NewSecretDialogProps) {
  const client = useQueryClient()
  useNow(LOOK_EVERY_MS)
  const { withReauthentication, dialog } = useReauthentication()
  const rotate = useMutation({
    mutationFn: () =>
      withReauthentication(async () => (await call(api.rotateSecret, { params: { id: place.id } })).data.secret),
    onSuccess: onMade,
    // Also after a failure: of a new secret whose answer was lost, the place says that it was made.
    onSettled: () => void client.invalidateQueries(destinationsQuery),
  })
  return (
    <>
      <ConfirmDialog
        title={`A new secret for ${place.label}?`}
        text={whatEnds(place, siteClock.now())}
        confirm="Make a new secret"
        keep="Not now"
        action={rotate}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

/** Which secrets go on signing beside a new one, and which end. */
function whatEnds({ former_secret_until: formerUntil }: Destination, now: number): string {
  if (formerUntil === null) return messages.destination.formerSignsToo
  const madeAt = Date.parse(formerUntil) - ALERTS.formerSecretMs
  return now < madeAt + ALERTS.repeatedSecretMs
    ? messages.destination.newestIsReplaced
    : messages.destination.formerEndsAtOnce
}
