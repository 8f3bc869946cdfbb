import { messages } from '@bidwell/contract'
import { PageTitle } from '../PageTitle.tsx'
import { PageLoading } from './placeholders.tsx'

/**
 * A page before its code has loaded: its title, and that bids do not depend on it. On a slow network it stays for seconds, maybe
 * shortly before a bid. `about` says what the page will show.
 */
export const TitledFrame = ({ title, about }: { title?: string; about?: string }) => (
  <>
    {title && <PageTitle>{title}</PageTitle>}
    <PageLoading />
    <p className="mx-auto max-w-xl text-center text-lead text-balance text-ink-2">
      {[about, messages.page.bidsRunOnServer].filter(Boolean).join(' ')}
    </p>
  </>
)
