import type { PreflightFinding } from '@bidwell/contract'
import { ReconnectButton } from '../../connection/ReconnectButton.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ExternalLink } from '../../ui/icons.tsx'

const STYLE = buttonClass({ size: 'dense' })

/** The button that remedies a preflight finding, if it has a remedy elsewhere. */
export function RemedyButton({ finding }: { finding: PreflightFinding }) {
  switch (finding.remedy) {
    case 'reconnect':
      return <ReconnectButton />
    case 'review_item':
    case 'pay_at_site':
      return finding.url === null ? null : (
        <a href={finding.url} target="_blank" rel="noreferrer" className={STYLE}>
          {finding.remedy === 'pay_at_site' ? 'Pay' : 'View item'}
          <ExternalLink aria-hidden size={16} />
        </a>
      )
    // The form of the bid raises it.
    case 'raise_bid':
    case 'none':
      return null
  }
}
