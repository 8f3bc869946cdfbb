import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Wallet } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { saleText } from '../history-rules.ts'
import { wonItemQuery } from './book-queries.ts'

export const LazySaleDialog = lazyDialog(async () => (await import('./SaleDialog.tsx')).SaleDialog)

/** What a won item was sold for, on its receipt, and the form for it. */
export function ReceiptSale({ auctionId }: { auctionId: string }) {
  const { data: entry } = useQuery(wonItemQuery(auctionId))
  const [isOpen, setIsOpen] = useState(false)
  if (!entry) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="tabular empty:hidden">{saleText(entry)}</p>
      <Button size="dense" className="print:hidden" onClick={() => setIsOpen(true)}>
        <Wallet aria-hidden size={18} />
        {messages.books.saleButton}
      </Button>
      {isOpen && <LazySaleDialog entry={entry} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
