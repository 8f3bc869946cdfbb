import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '../api/installation-queries.ts'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'

type ConnectDialogProps = {
  onClose: () => void
  replacing?: boolean
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** The form for the site login, over the page where it is needed. */
export function ConnectDialog({ onClose, replacing = false, finalFocus }: ConnectDialogProps) {
  const { data: site } = useQuery(siteQuery)
  return (
    // In React, the form of the page below surrounds the dialog, and would be sent too.
    <div className="contents" onSubmit={(event) => event.stopPropagation()}>
      <Dialog
        title={`Connect your ${site?.name ?? 'auction site'} account`}
        onClose={onClose}
        finalFocus={finalFocus}
        ignoreOutsideClicks
      >
        {site === undefined ? (
          <Skeleton className="h-40" />
        ) : (
          <CredentialsForm bare site={site} replacing={replacing} onDone={onClose} />
        )}
      </Dialog>
    </div>
  )
}
