import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../api/use-online.ts'
import { classNames } from '../ui/class-names.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Picture } from '../ui/Picture.tsx'
import { sayPaidMutation, type Win } from './win-queries.ts'
import { costOf, saidAndPaid, winSentence } from './win-text.ts'

/** A won item: what it costs, by when, and whether it is paid. */
export function WinRow({ win, siteName }: { win: Win; siteName: string }) {
  const cost = costOf(win)
  const comparison = saidAndPaid(win) ?? messages.payment.comparison(cost)
  return (
    <li className="flex items-start gap-3 p-3">
      <Picture url={win.image_url ?? undefined} px={48} />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 text-small sm:grid-cols-[minmax(0,1fr)_auto]">
        <Link
          to={`/bid-history/${win.bid_id}`}
          className="line-clamp-2 text-body font-semibold break-words underline-offset-4 hover:underline"
        >
          {win.title}
        </Link>
        <b className="text-body font-semibold tabular sm:text-right">{messages.payment.amount(cost)}</b>
        <p
          className={classNames(
            'col-span-full break-words',
            win.is_overdue ? 'font-semibold text-danger' : win.is_owed ? 'text-ink' : 'text-ink-2',
          )}
        >
          {winSentence(win, siteName)}
        </p>
        <p className="col-span-full text-ink-2 tabular">
          {comparison ?? messages.payment.costParts(cost)}
          {comparison !== null && <span className="block">{messages.payment.costParts(cost)}</span>}
        </p>
        <OrderLine win={win} />
        {win.state !== 'paid' && win.state !== 'shipped' && <PaidTick win={win} className="col-span-full -mb-2" />}
      </div>
    </li>
  )
}

/** The other items of a won item's order and, once it is paid, the order's page at the site; nothing where there is neither. */
export function OrderLine({ win }: { win: Win }) {
  const others = messages.payment.withOthers(win.items_in_order)
  if (others === null && win.order_url === null) return null
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-2 text-small text-ink-2 tabular">
      {win.order_url !== null && (
        <a
          href={win.order_url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1 text-link"
        >
          Order {win.order_id}
          <ExternalLink aria-hidden size={14} />
        </a>
      )}
      {others !== null && <span>{others}</span>}
    </p>
  )
}

/** Where the site's lists do not show a payment, its owner can say so. */
export function PaidTick({ win, className }: { win: Win; className?: string }) {
  const online = useOnline()
  const say = useMutation(sayPaidMutation)
  // What was just chosen, until the server has answered.
  const [chosen, setChosen] = useState<boolean | null>(null)
  return (
    <div className={className}>
      <Checkbox
        label="Paid"
        aria-label={`Paid: ${win.title}`}
        checked={chosen ?? win.state === 'said_paid'}
        disabled={!online}
        title={online ? undefined : messages.payment.page.offline}
        onChange={({ target: { checked: paid } }) => {
          setChosen(paid)
          say.mutate({ win, paid }, { onSettled: () => setChosen(null) })
        }}
      />
    </div>
  )
}
