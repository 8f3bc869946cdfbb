import type { Destination } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { isThisDevice, removePlaceMutation } from './destinations-query.ts'

/** Asks before a place is removed. */
export function RemovePlaceDialog({ place, onClose }: { place: Destination; onClose: () => void }) {
  const remove = useMutation({
    ...removePlaceMutation,
    onSuccess: () => {
      onClose()
      toastSuccess(`${place.label} is removed`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${place.label}?`}
      text={textOf(place)}
      confirm="Remove"
      keep="Keep it"
      action={{ ...remove, mutate: () => remove.mutate(place.id) }}
      onClose={onClose}
    />
  )
}

function textOf({ id, channel }: Destination): string {
  if (channel !== 'push' || isThisDevice(id)) return 'Alerts no longer go there.'
  return 'Alerts no longer go there, until Bidwell is used on that device again. To end them for good, turn them off there, or sign it out under Security.'
}
