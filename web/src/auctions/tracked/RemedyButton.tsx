import type { PreflightFinding } from '@bidwell/contract'
import { ExternalLink } from 'lucide-react'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'

const STYLE = buttonClass({ size: 'dense' })

/** The button that remedies a preflight finding, if it has a remedy. `id` is the tracked auction's. */
export function RemedyButton({ finding, id }: { finding: PreflightFinding; id: number }) {
  switch (finding.remedy) {
    case 'raise_bid':
      return (
        <Link to={`/dashboard?item=${id}&edit=`} className={STYLE}>
          Raise
        </Link>
      )
    case 'reconnect':
      return (
        <Link to="/settings?tab=credentials" className={STYLE}>
          Reconnect
        </Link>
      )
    case 'review_item':
    case 'pay_at_site':
      return finding.url === null ? null : (
        <a href={finding.url} target="_blank" rel="noreferrer" className={STYLE}>
          {finding.remedy === 'pay_at_site' ? 'Pay' : 'View item'}
          <ExternalLink aria-hidden size={16} />
        </a>
      )
    case 'none':
      return null
  }
}
