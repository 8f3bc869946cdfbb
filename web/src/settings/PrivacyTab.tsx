import { api } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { callForFile } from '../api/call.ts'
import { deviceClock } from '../time/device-clock.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { toastSaved } from '../ui/overlays/toasts.tsx'
import { saveFile } from '../ui/save-file.ts'

/** What is stored about the user: to take along, and to delete. */
export const PrivacyTab = () => (
  <div className="flex flex-col gap-4">
    <ExportSection />
    <DeletionSection />
  </div>
)

const DeleteAccountDialog = lazyDialog(async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog)

/** Opens the dialog that deletes the account. */
function DeletionSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Delete your account"
      text="Your site login is deleted at once and pending bids are cancelled. You see which ones before you decide."
      action={
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      }
    >
      {isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

/** Downloads everything that is stored about the user. */
function ExportSection() {
  const { withReauthentication, dialog } = useReauthentication()
  const download = useMutation({
    mutationFn: () => withReauthentication(() => callForFile(api.exportAccount)),
    onSuccess: (text) => {
      const day = new Date(deviceClock.now()).toISOString().slice(0, 10)
      saveFile(`bidwell-account-${day}.json`, 'application/json', text)
      toastSaved('Your data is downloaded')
    },
  })
  return (
    <Section
      title="Your data"
      text="One file with everything that Bidwell stores about you: account, sessions, auctions, bids and their events, mails, and your security log. It contains no password and no site login."
      action={
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
      }
    >
      {download.isError && <ErrorBanner title={messageOf(download.error)} />}
      {dialog}
    </Section>
  )
}
