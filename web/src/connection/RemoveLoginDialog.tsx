import { messages, type SiteInfo } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
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
      <Dialog
        onClose={onClose}
        title={`Remove your ${site.name} login?`}
        description="It is forgotten at once. Bids that are scheduled cannot be placed without it, except a bid that is locked in already."
        actions={
          <>
            <Button onClick={onClose}>Keep it</Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
            >
              Remove login
            </Button>
          </>
        }
      >
        {remove.isError && <ErrorBanner>{messageOf(remove.error)}</ErrorBanner>}
      </Dialog>
      {dialog}
    </>
  )
}
