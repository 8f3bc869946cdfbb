import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { Win } from './win-queries.ts'
import { mayBeUnpaid } from './win-text.ts'

type PayLinkProps = {
  /** Undefined while its orders are not read. */
  win: Win | undefined
  title: string
}

/** Leads to the site's page for paying, or to what is known of all payments; nothing once the item is paid. */
export function PayLink({ win, title }: PayLinkProps) {
  if (!mayBeUnpaid(win)) return null
  const shown = { 'aria-label': `Pay for ${title}`, className: buttonClass({ size: 'dense' }) }
  return win?.is_owed === true ? (
    <a href={win.payUrl} target="_blank" rel="noreferrer" {...shown}>
      Pay
    </a>
  ) : (
    <Link to="/to-pay" {...shown}>
      Pay
    </Link>
  )
}
