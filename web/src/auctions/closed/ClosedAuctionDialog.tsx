import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { AnotherOneLink } from '../../searches/another/AnotherOneLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ExternalLink, Search } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ClosedAuctionFacts, closedAuctionQuery } from './ClosedAuctionFacts.tsx'

type ClosedAuctionDialogProps = {
  /** The id of the tracked auction. */
  auctionId: number
  title: string
  siteName: string
  itemUrl: string
  similarUrl: string
  onClose: () => void
}

/** What is kept of a closed auction, with what leads on from it. */
export function ClosedAuctionDialog({
  auctionId,
  title,
  siteName,
  itemUrl,
  similarUrl,
  onClose,
}: ClosedAuctionDialogProps) {
  const { data: auction, isPending } = useQuery(closedAuctionQuery(auctionId))
  const links = [
    { label: 'Find similar', url: similarUrl, Icon: Search },
    { label: `View on ${siteName}`, url: itemUrl, Icon: ExternalLink },
  ]
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={[
        <AnotherOneLink key={title} title={title} />,
        ...links.map(({ label, url, Icon }) => (
          <a key={label} href={url} target="_blank" rel="noreferrer" className={buttonClass({})}>
            {label}
            <Icon aria-hidden size={18} />
          </a>
        )),
      ]}
    >
      {isPending && <Skeleton className="h-48" />}
      {auction === null && <p className="text-ink-2">{messages.auction.saleNotKept}</p>}
      <ClosedAuctionFacts auctionId={auctionId} heading="h3" />
    </Dialog>
  )
}
