import { api, BidsOf, type ListedBid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api/call.ts'
import { useSiteName } from '../api/installation-queries.ts'
import { useWhen } from '../time/use-when.ts'
import { Banner } from '../ui/Banner.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { CircleCheck, CircleHelp, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { Tag } from '../ui/Tag.tsx'
import { AdminPage } from './AdminPage.tsx'

const EVERY_MS = 10_000

const MOST = 50

const LISTS: Readonly<Record<BidsOf, { label: string; empty: string }>> = {
  trouble: { label: 'In trouble', empty: '' },
  soon: { label: 'Due within ten minutes', empty: 'No bid is due within ten minutes.' },
  armed: { label: 'Armed', empty: 'No engine holds a bid.' },
  checking: { label: 'Being checked', empty: 'No bid is being checked.' },
  preflights: { label: 'To check ahead of time', empty: 'No check ahead of a bid is due.' },
}

/** The bids that need the operator's eye, and what can be done; or those that are due. */
function BidsPage() {
  const [params, setParams] = useSearchParams()
  const of = BidsOf.options.find((value) => value === params.get('of')) ?? 'trouble'
  const bids = useQuery({
    queryKey: ['admin', 'bids', of],
    queryFn: async ({ signal }) => (await call(api.listBidsOfAll, { query: { of }, signal })).data.bids,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return (
    <AdminPage title="Bids">
      <div className="w-fit">
        <Select
          label="Show"
          value={of}
          onChange={(event) => setParams({ of: event.target.value }, { replace: true })}
          options={BidsOf.options.map((value) => ({ value, label: LISTS[value].label }))}
        />
      </div>
      <LoadState query={bids} skeleton="h-40" />
      {bids.data?.length === 0 && of === 'trouble' && (
        <Banner tone="success" icon={CircleCheck} title="No bid is in trouble">
          None is overdue, held by a silent engine, or unclear for long, and none was missed by our fault in the last
          day.
        </Banner>
      )}
      {bids.data && (bids.data.length > 0 || of !== 'trouble') && (
        <Card>
          <Rows label={`Bids: ${LISTS[of].label}`} empty={LISTS[of].empty}>
            {bids.data.map((bid) => (
              <BidItem key={`${bid.why} ${bid.id}`} bid={bid} />
            ))}
          </Rows>
        </Card>
      )}
      {of !== 'trouble' && bids.data?.length === MOST && (
        <p className="text-ink-2">These are the {MOST} that are due first. There may be more.</p>
      )}
    </AdminPage>
  )
}

function BidItem({ bid: { id, account_id, auction_id, title, why, due_at, ends_at, outcome } }: { bid: ListedBid }) {
  const when = useWhen()
  const site = useSiteName()
  const trouble = why === null ? null : messages.admin.BID_TROUBLES[why]
  const isUnclear = why === 'checking'
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="wrap-anywhere">{title}</span>
        {trouble !== null && (
          <Tag tone={isUnclear ? 'warning' : 'danger'} icon={isUnclear ? CircleHelp : TriangleAlert}>
            {trouble.label}
          </Tag>
        )}
      </p>
      {trouble !== null && <p>{trouble.text(site)}</p>}
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
