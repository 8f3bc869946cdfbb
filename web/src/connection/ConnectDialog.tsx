import { messages, type SiteInfo } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { siteQuery } from '../api/installation-queries.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../ui/overlays/toasts.tsx'
import { connectionQuery, renewTokenMutation } from './connection-query.ts'
import { CredentialsForm } from './CredentialsForm.tsx'

type ConnectDialogProps = { onClose: () => void; finalFocus?: (() => HTMLElement | null) | undefined }

/**
 * Signs in to the site, over the page where that is needed: with the stored login, or, where there is none or the site has
 * refused it, with one that is typed.
 */
export function ConnectDialog({ onClose, finalFocus }: ConnectDialogProps) {
  const { data: site } = useQuery(siteQuery)
  const { data: status } = useQuery(connectionQuery)
  const isStopped = status !== undefined && (!status.hasCredentials || status.refused)
  // Once the form is there it stays, whatever becomes of the status while somebody types.
  const [isTyping, setIsTyping] = useState(isStopped)
  if (isStopped && !isTyping) setIsTyping(true)
  return (
    <Dialog
      title={`Connect your ${site?.name ?? 'auction site'} account`}
      onClose={onClose}
      finalFocus={finalFocus}
      ignoreOutsideClicks
    >
      {site === undefined || status === undefined ? (
        <Skeleton className="h-40" />
      ) : isTyping ? (
        <CredentialsForm bare site={site} status={status} onDone={onClose} />
      ) : (
        <StoredLoginAgain site={site} username={status.username} onDone={onClose} />
      )}
    </Dialog>
  )
}

type StoredLoginAgainProps = { site: SiteInfo; username: string | null; onDone: () => void }

function StoredLoginAgain({ site, username, onDone }: StoredLoginAgainProps) {
  const renew = useMutation(renewTokenMutation)
  return (
    <div className="flex flex-col items-start gap-4">
      {renew.isError && <ErrorBanner>{messageOf(renew.error)}</ErrorBanner>}
      <p>
        Bidwell signs in to {site.name} with the stored login{username !== null && ` of ${username}`}.
      </p>
      <Button
        variant="primary"
        busy={renew.isPending}
        onClick={() =>
          renew.mutate(undefined, {
            onSuccess: () => {
              toastSuccess(messages.connection.connected(site.name))
              onDone()
            },
          })
        }
      >
        Sign in
      </Button>
    </div>
  )
}
