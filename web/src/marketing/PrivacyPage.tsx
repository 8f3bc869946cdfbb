import { ACCOUNT, RETENTION_MS } from '@bidwell/contract'
import { useSite, useSiteName } from '../api/installation-queries.ts'
import { DAY_MS } from '../time/units.ts'
import { Link } from '../ui/Link.tsx'
import { OperatorContact } from './Operator.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

const days = (ms: number) => `${ms / DAY_MS} days`

/** `/privacy`, as a draft. */
function PrivacyPage() {
  const site = useSiteName()
  const showsPlans = useSite()?.shows_plans === true
  return (
    <TextPage
      title="Privacy Policy"
      intro={`Version ${ACCOUNT.privacyVersion}. This is a draft: no lawyer has read it. It says what this installation stores about you, and why.`}
    >
      <TextSection title="What is stored">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Your email address, and your phone number and ZIP code if you gave them.</li>
          <li>Your password as an encrypted hash. Nobody can read it, the operator included.</li>
          <li>Your login for {site}, encrypted. It is opened to sign in there for you, and each use is recorded.</li>
          <li>The auctions that you track, your bids, and what happened to them.</li>
          {showsPlans && (
            <li>
              Your plan, your trial and your invoices. That you have had a trial stays on record when your account is
              gone, as a hash of your email address that nobody can read.
            </li>
          )}
          <li>Where you are signed in: browser, network address and time. And a log of what concerns your security.</li>
          <li>
            The mails sent to you: when, to which address and of which kind. Their text is dropped once they are sent.
          </li>
          <li>Which steps you took, such as signing in or scheduling a bid, to see whether people find their way.</li>
          <li>
            What your browser reports when a sign-in fails: the kind of failure, the browser, and a fingerprint of the
            address that was typed, to find out why people cannot get in.
          </li>
          <li>
            How fast a page was for your browser, for {days(RETENTION_MS.performanceMetrics)}: which page, some times in
            milliseconds and the browser, to find slow pages. These reports name neither you nor your account.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Who receives it">
        <p>
          {site} receives your login there and your bids, and your ZIP code to quote the shipping. Your mail provider
          receives our mails. If this installation offers signing in with Google, opening the sign-in loads Google's
          button, and Google learns of that.
          {showsPlans &&
            ' If you buy a plan, Stripe receives your email address and the number of your account. Your card goes to Stripe alone.'}{' '}
          If you turn on alerts on a device, the push service of its browser carries them, encrypted so that it cannot
          read them. If you choose text messages, Twilio receives your phone number and their text. A webhook that you
          set up receives your alerts. Nobody else: there are no advertisements and no trackers.
        </p>
      </TextSection>
      <TextSection title="In your browser">
        <p>
          Your session, your settings, and the auctions and bids that you saw last with their maxima are in the
          browser's storage; so is what you typed when a session ends. Signing out deletes all of it but the settings of
          the device. One cookie marks a browser in which you have signed in, so that a stranger's wrong passwords do
          not lock you out.
        </p>
      </TextSection>
      <TextSection title="For how long">
        <p>
          As long as your account exists, and no longer than these times: {days(RETENTION_MS.endedSessions)} for ended
          sessions, {days(RETENTION_MS.mails)} for the list of mails, {days(RETENTION_MS.securityLog)} for the security
          log.{' '}
          <Link to="/data-retention" className="underline underline-offset-4">
            All times
          </Link>
        </p>
        <p>
          You can download everything that is stored about you, and delete your account. It is gone after{' '}
          {days(RETENTION_MS.deletionGrace)}, in which signing in keeps it. The record of what happened to its bids
          stays, without your name.
        </p>
      </TextSection>
      <TextSection title="Whom to ask">
        <OperatorContact />
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'Privacy Policy',
  description: 'What this installation of Bidwell stores about you, why, and who receives it.',
}

export { PrivacyPage as Component }
