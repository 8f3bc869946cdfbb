import { messages, type SiteInfo } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { removeSiteLogin } from './connection-query.ts'
import { reportLoginChange } from './report-login-change.tsx'

export function RemoveLoginDialog({ site, onClose }: { site: SiteInfo; onClose: () => void }) {
  const { withReauthentication, dialog } = useReauthentication()
  const remove = useMutation({
    mutationFn: () => withReauthentication(removeSiteLogin),
    ...reportLoginChange(site.name, messages.connection.removed(site.name)),
  })
  return (
    <>
      <ConfirmDialog
        title={`Remove your ${site.name} login?`}
        text="It is forgotten at once. Bids that are scheduled cannot be placed without it, except a bid that is locked in already."
        confirm="Remove login"
        keep="Keep it"
        action={{ ...remove, mutate: () => remove.mutate(undefined, { onSuccess: onClose }) }}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}
