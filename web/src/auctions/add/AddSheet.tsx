import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { useSite, useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CircleAlert, WifiOff } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { Sheet } from '../../ui/overlays/Dialog.tsx'
import { scrapedQuery } from '../tracked/track-queries.ts'
import { AddForm } from './AddForm.tsx'
import { AddPracticeAuction } from './AddPracticeAuction.tsx'
import { LeftOut } from './LeftOut.tsx'
import { ReferenceHint } from './PasteField.tsx'
import type { AfterAdding } from './use-add-item.ts'

type AddSheetProps = {
  /** A link or a number. */
  reference: string
  /** Pasted lines that name no item. */
  leftOut: readonly string[]
  /** Opens the sheet for other references. */
  onAdd: (references: readonly string[]) => void
  onClose: () => void
  /** Runs once the item is tracked. */
  onDone: (id: number, then: AfterAdding) => void
}

/** Shows an item as it is at the site, before it is tracked or a bid is scheduled. */
export function AddSheet({ reference, leftOut, onAdd, onClose, onDone }: AddSheetProps) {
  const { data, error, isFetching, refetch } = useQuery(scrapedQuery(reference))
  const site = useSite()
  const siteName = useSiteName()
  const isOnline = useOnline()
  const namesNoItem = error !== null && messageOf(error) === messages.auction.badReference(siteName)

  return (
    <Sheet onClose={onClose} title="Add an auction">
      <div className="pb-3 empty:hidden">
        <LeftOut lines={leftOut} />
      </div>
      {!data && !isOnline && (
        <Banner tone="neutral" icon={WifiOff} title={messages.auction.addingOffline}>
          <p>{messages.auction.addingOfflineHelp}</p>
          <span className="break-all">{reference}</span>
        </Banner>
      )}
      {!data && !error && isOnline && (
        <section aria-busy="true" aria-label="Reading the item" className="flex flex-col gap-3">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </section>
      )}
      {error && !data && isOnline && (
        <div className="flex flex-col gap-4">
          <Banner tone="danger" icon={CircleAlert} role="alert" title={messageOf(error)}>
            {namesNoItem && (
              <p>
                <ReferenceHint reference={reference} />
              </p>
            )}
            <span className="break-all">{reference}</span>
          </Banner>
          {namesNoItem && site?.practice && <AddPracticeAuction onAdd={onAdd} />}
          <div className="flex gap-2">
            {!namesNoItem && (
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )}
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      )}
      {data && <AddForm key={data.auction_id} item={data} onDone={onDone} />}
    </Sheet>
  )
}
