import { RETENTION_MS } from '@bidwell/contract'
import { useSite } from '../api/installation-queries.ts'
import { DAY_MS } from '../time/units.ts'
import { TextPage, TextSection } from './TextPage.tsx'

/** What is deleted before the account is, with its period and the moment from which that counts. */
const PERIODS: readonly [what: string, period: keyof typeof RETENTION_MS, from: string][] = [
  ['A session that has ended', 'endedSessions', 'after its end'],
  ['A token for a program that has expired', 'expiredApiTokens', 'after its end'],
  ['A browser in which you have signed in', 'knownDevices', 'after you last signed in there'],
  ['A network from which you have signed in', 'knownNetworks', 'after you last signed in there'],
  ['Notifications', 'notifications', 'after each one'],
  ['The security log', 'securityLog', 'after each entry'],
  ['The list of mails to you: when, where to and of which kind', 'mails', 'after each mail'],
  ['The links in these mails', 'expiredLinks', 'after a link has ended'],
  ['Wrong passwords and locks', 'loginLocks', 'after the last one'],
  ['What your browser reports about failed sign-ins', 'loginFailureTrail', 'after each report'],
  ['How fast a page was for your browser, without your account', 'performanceMetrics', 'after each report'],
  ['Which steps you took, such as signing in or scheduling a bid', 'productEvents', 'after each step'],
  ['Mails on the page that shows them where no mail server is set up', 'mailbox', 'after each mail'],
  ['What you watch at the auction site, read to offer it here', 'siteLists', 'after you asked for it'],
  ['What became of the lines of a file that you imported', 'imports', 'after its end'],
  ['An item that a search of yours has found', 'foundItems', 'after its end'],
  ['The words by which you looked up what items sold for, without your account', 'soldLookUps', 'after the look-up'],
  ['An auction that was read for you and that nobody tracks', 'untrackedListings', 'after it was read'],
]

/** `/data-retention`: how long the installation keeps what it stores, by the periods that it enforces. */
const DataRetentionPage = () => (
  <TextPage
    title="Data Retention"
    intro="How long this installation keeps what it stores about you. It deletes by itself, every hour, what is older."
  >
    <TextSection title="As long as your account">
      <p>
        Your profile, the auctions that you track, your bids and what happened to them, and your login at the auction
        site until you remove it.
      </p>
    </TextSection>
    <TextSection title="For a time of its own">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {PERIODS.map(([what, period, from]) => (
          <li key={period}>
            {what}: {lengthOf(RETENTION_MS[period])} {from}.
          </li>
        ))}
      </ul>
    </TextSection>
    <TextSection title="When you leave">
      <p>
        When you delete your account, your login at the auction site and your sessions are gone at once, and bids that
        are still pending are cancelled. The rest follows after {lengthOf(RETENTION_MS.deletionGrace)}, in which signing
        in keeps the account, or once a bid that was already sent is settled, within 30 days at the latest.
      </p>
      <p>
        An account with an address that was never verified and with nothing in it is deleted after{' '}
        {lengthOf(RETENTION_MS.unusedAccounts)}.
      </p>
    </TextSection>
    <TextSection title="What stays">
      <p>
        The record of what happened to bids, of pauses, of uses of site logins and of requests to delete an account. It
        has no name, address or text of yours, and shows in a dispute what the product did. How long copies in backups
        last is up to the operator.
      </p>
      <p>
        What the auction site showed of an auction after its close: its title, its prices and how many people bid. It
        does not say who they were, nor who tracked the auction.
      </p>
      {useSite()?.shows_plans === true && (
        <p>
          That somebody has had the free trial, for {lengthOf(RETENTION_MS.spentTrials)}: a fingerprint that only an
          equal address matches, because the trial is there once for each person.
        </p>
      )}
    </TextSection>
  </TextPage>
)

function lengthOf(ms: number): string {
  const days = ms / DAY_MS
  return days === 1 ? '1 day' : `${days} days`
}

export const head = {
  title: 'Data Retention',
  description: 'How long this installation of Bidwell keeps what it stores about you.',
}

export { DataRetentionPage as Component }
