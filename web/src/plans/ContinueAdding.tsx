import { messages } from '@bidwell/contract'
import { Banner } from '../ui/Banner.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Link2 } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { useInBrowser } from '../ui/use-in-browser.ts'
import { readUnfinished } from './unfinished.ts'

/** Leads back to the auction that the user left to see the plans; nothing where there is none. */
export function ContinueAdding() {
  const unfinished = useInBrowser() ? readUnfinished() : null
  if (unfinished === null) return null
  return (
    <Banner
      tone="info"
      icon={Link2}
      role="note"
      title={messages.plan.wasAdding(unfinished.title)}
      action={
        <Link
          to={`/dashboard?${new URLSearchParams({ add: unfinished.auctionId })}`}
          className={buttonClass({ size: 'dense' })}
        >
          {messages.plan.continueAdding}
        </Link>
      }
    >
      {messages.plan.amountKept}
    </Banner>
  )
}
