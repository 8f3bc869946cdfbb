import type { SiteInfo } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '../api/installation-queries.ts'
import { Section } from '../ui/cards/Section.tsx'
import { QueryFailure } from '../ui/loading/LoadState.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { connectionQuery } from './connection-query.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { StoredLogin } from './StoredLogin.tsx'

/** The user's stored login for the auction site, the form that changes it, and how Bidwell handles it. */
export function CredentialsTab() {
  const status = useQuery(connectionQuery)
  const site = useQuery(siteQuery)
  const failed = [status, site].find((query) => query.isError && query.data === undefined)

  if (failed) return <QueryFailure query={failed} />
  if (status.data === undefined || site.data === undefined) {
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="h-72 sm:h-54" />
        <Skeleton className="h-120 sm:h-64" />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div data-tour="credentials-form" className="flex flex-col gap-4 rounded-card">
        {status.data.hasCredentials ? (
          <StoredLogin site={site.data} status={status.data} />
        ) : (
          <CredentialsForm site={site.data} status={status.data} />
        )}
      </div>
      <CredentialsNotice site={site.data} />
    </div>
  )
}

/** The risks of storing a login, and how Bidwell protects it. */
const CredentialsNotice = ({ site }: { site: SiteInfo }) => (
  <Section title="In plain words">
    <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2 marker:text-edge">
      {(site.practice ? PRACTICE_SITE : [...risksAt(site.name), ...STORAGE]).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Section>
)

const STORAGE = [
  'Your password is encrypted under a key of its own as it arrives. The part of Bidwell that answers your browser can seal a login but not open one; only the part that bids can.',
  'It is never shown again, not to you either, and never mailed or written to a log.',
  'Removing it deletes it at once, together with the key that opens it.',
  'Changing or removing it asks for your Bidwell password again, unless you have just signed in.',
]

const PRACTICE_SITE = [
  'The practice site is not a real one: its auctions are made up, and a won item costs nothing.',
  ...STORAGE,
]

const risksAt = (site: string) => [
  `${site} has no way to let another service bid for you without your password. To bid while you sleep, Bidwell has to hold it.`,
  `Bidwell is not affiliated with ${site}. The site's terms are reported to forbid automated access, so it could suspend an account that uses Bidwell.`,
  'Bids are binding: what wins must be paid for, with shipping and handling.',
  `Use a password at ${site} that you use nowhere else.`,
]
