import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { Section } from '../security/Section.tsx'
import { ExportSection } from './ExportSection.tsx'

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
