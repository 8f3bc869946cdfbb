import { api, type Destination } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../security/ConfirmDialog.tsx'
import { destinationsQuery } from './destinations-query.ts'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'

/** Makes a new secret for a signed webhook, and shows it. */
export function NewSecretDialog({ place, onClose }: { place: Destination; onClose: () => void }) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const rotate = useMutation({
    mutationFn: () =>
      withReauthentication(async () => (await call(api.rotateSecret, { params: { id: place.id } })).data.secret),
    networkMode: 'always',
    onSuccess: () => void client.invalidateQueries(destinationsQuery),
  })
  if (rotate.isSuccess) return <WebhookSecretDialog label={place.label} secret={rotate.data} onClose={onClose} />
  return (
    <>
      <ConfirmDialog
        title={`A new secret for ${place.label}?`}
        text={
          place.former_secret_until === null
            ? 'For 24 hours, calls are signed with the former secret too. Give your program the new one in that time.'
            : 'You have made one in the last 24 hours: that one then signs for 24 hours more, and the one before it ends at once.'
        }
        confirm="Make a new secret"
        keep="Not now"
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}
