import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const SoldDialog = lazyDialog(async () => (await import('./SoldDialog.tsx')).SoldDialog)

type SoldButtonProps = {
  title: string
  /** The maximum of the bid; null unless it is valid. */
  maxCents: number | null
  siteName: string
}

/** Shows in a dialog what similar items sold for, so that what is typed in the form stays. */
export function SoldButton(props: SoldButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="min-h-8 self-start text-small text-link" onClick={() => setIsOpen(true)}>
        {messages.sold.show}
      </button>
      {isOpen && <SoldDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
