import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const ZipDialog = lazyDialog(async () => (await import('./ZipDialog.tsx')).ZipDialog)

/**
 * Asks for the ZIP code in a dialog, so that what is typed in the form stays; the same button then changes it, so that the focus
 * returns to it.
 */
export function ZipButton({ zip, className }: { zip: string | null; className: string }) {
  const [isTyping, setIsTyping] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsTyping(true)}>
        {zip === null ? messages.itemCost.addZip : messages.itemCost.changeZip}
      </button>
      {isTyping && <ZipDialog onClose={() => setIsTyping(false)} />}
    </>
  )
}
