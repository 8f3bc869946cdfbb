import type { Bid } from '@bidwell/contract'
import { isToBeSent } from '../../bids/bid-rules.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { RemedyButton } from './RemedyButton.tsx'

/** The findings of a bid's latest preflight, each with its remedy; nothing where it has found nothing. */
export function PreflightFindings({ bid }: { bid: Bid }) {
  if (bid.preflight === null || !isToBeSent(bid)) return null
  const { findings } = bid.preflight
  // The auction's sentence and the form of its bid say that a maximum is too low.
  const shown = findings.filter(({ remedy }) => remedy !== 'raise_bid')
  if (shown.length === 0) return null
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
    </section>
  )
}
