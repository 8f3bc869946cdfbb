import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { TextLink } from '../ui/Link.tsx'
import type { Win } from './win-queries.ts'
import { costOf } from './win-text.ts'
import { OrderLine, PaidTick } from './WinRow.tsx'

const BESIDE = 'inline-flex min-h-11 items-center text-small'

type WinActionsProps = { win: Win; siteName: string }

/** What a won item costs, where to pay for it, and the tick that it is paid. */
export function WinPanel({ win, siteName }: WinActionsProps) {
  const cost = costOf(win)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small text-ink-2 tabular">
        {messages.payment.comparison(cost)} <span className="block">{messages.payment.costParts(cost)}</span>
      </p>
      <OrderLine win={win} />
      <WinActions win={win} siteName={siteName}>
        <TextLink to={`/bid-history/${win.bid_id}`} className={BESIDE}>
          Receipt
        </TextLink>
      </WinActions>
    </div>
  )
}

export function WinActions({ win, siteName, children }: WinActionsProps & { children?: ReactNode }) {
  const isPaid = win.state === 'paid' || win.state === 'shipped'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      {!isPaid && win.state !== 'said_paid' && (
        <a
          href={win.payUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: win.is_owed ? 'primary' : 'secondary', size: 'dense' })}
        >
          Pay on {siteName}
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      {!isPaid && <PaidTick win={win} />}
      {children}
      <TextLink to="/to-pay" className={BESIDE}>
        All your payments
      </TextLink>
    </div>
  )
}
