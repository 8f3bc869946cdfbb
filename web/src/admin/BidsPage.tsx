import { api, type ListedBid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSiteName } from '../api/installation-queries.ts'
import { useWhen } from '../time/use-when.ts'
import { Banner } from '../ui/Banner.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { CircleCheck, CircleHelp, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { Tag } from '../ui/Tag.tsx'
import { AdminPage } from './AdminPage.tsx'

const EVERY_MS = 10_000

/** The bids that need the operator's eye, and what can be done. */
function BidsPage() {
  const bids = useQuery({
    queryKey: ['admin', 'bids'],
    queryFn: async ({ signal }) => (await call(api.listBidsOfAll, { signal })).data.bids,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return (
    <AdminPage title="Bids">
      <LoadState query={bids} skeleton="h-40" />
      {bids.data?.length === 0 && (
        <Banner tone="success" icon={CircleCheck} title="No bid is in trouble">
          None is overdue, held by a silent engine, or unclear for long, and none was missed by our fault in the last
          day.
        </Banner>
      )}
      {bids.data && bids.data.length > 0 && (
        <Card>
          <ul aria-label="Bids in trouble" className="flex flex-col divide-y divide-line">
            {bids.data.map((bid) => (
              <BidItem key={`${bid.why} ${bid.id}`} bid={bid} />
            ))}
          </ul>
        </Card>
      )}
    </AdminPage>
  )
}

function BidItem({ bid: { id, account_id, auction_id, title, why, due_at, ends_at, outcome } }: { bid: ListedBid }) {
  const when = useWhen()
  const site = useSiteName()
  const trouble = messages.admin.BID_TROUBLES[why]
  const isUnclear = why === 'checking'
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="wrap-anywhere">{title}</span>
        <Tag tone={isUnclear ? 'warning' : 'danger'} icon={isUnclear ? CircleHelp : TriangleAlert}>
          {trouble.label}
        </Tag>
      </p>
      <p>{trouble.text(site)}</p>
      <p className="text-small text-ink-2">
        Bid {id} on {auction_id}, due {when(due_at)}, closes {when(ends_at)}
        {outcome !== null && `: ${outcome.replaceAll('_', ' ')}`}.{' '}
        <Link to={`/admin/users/${account_id}`} className="underline underline-offset-4">
          Account {account_id}
        </Link>
      </p>
    </li>
  )
}

export { BidsPage as Component }
