import type { Bid } from '@bidwell/contract'
import { isToBeSent } from '../../bids/bid-rules.ts'
import { Age } from '../../time/LiveTime.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { CircleCheck, TriangleAlert } from '../../ui/icons.tsx'
import { RemedyButton } from './RemedyButton.tsx'

/** The findings of a bid's latest preflight, each with its remedy, and the preflight's age. */
export function PreflightFindings({ bid }: { bid: Bid }) {
  if (bid.preflight === null || !isToBeSent(bid)) return null
  const { checkedAt, findings } = bid.preflight
  // A paused bid is not ready, whatever was found.
  const ready = findings.length === 0 && bid.phase !== 'paused'
  // The auction's sentence and the form of its bid say that a maximum is too low.
  const shown = findings.filter(({ remedy }) => remedy !== 'raise_bid')
  return (
    <section aria-label="Checked ahead" className="flex flex-col gap-2">
      {shown.map((finding) => (
        <Banner
          key={finding.code}
          tone={finding.severity === 'red' ? 'danger' : 'warning'}
          icon={TriangleAlert}
          role="note"
          action={<RemedyButton finding={finding} />}
        >
          {finding.message}
        </Banner>
      ))}
      <p className="flex items-center gap-1.5 text-small text-ink-2">
        {ready && <CircleCheck aria-hidden size={16} className="shrink-0 text-success" />}
        <Age since={checkedAt} prefix="Checked " suffix={ready ? ' ago: ready' : ' ago'} />
      </p>
    </section>
  )
}
