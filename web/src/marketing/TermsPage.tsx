import { ACCOUNT } from '@bidwell/contract'
import { useSiteName } from '../api/installation-queries.ts'
import { TextLink } from '../ui/Link.tsx'
import { OperatorName } from './Operator.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

/** `/terms`, as a draft. */
function TermsPage() {
  const site = useSiteName()
  return (
    <TextPage
      title="Terms of Service"
      intro={`Version ${ACCOUNT.termsVersion}. This is a draft: no lawyer has read it. It says what Bidwell does and what it leaves to you.`}
    >
      <TextSection title="Who offers this">
        <p>
          The person or company that operates this installation. Bidwell is independent: it is not part of {site}, and
          does not speak for it.
        </p>
        <OperatorName />
      </TextSection>
      <TextSection title="Your bids are yours">
        <p>
          A bid that Bidwell places for you is binding, as if you had placed it yourself. If it wins, you owe {site} the
          price, shipping and handling. Bidwell never bids above the maximum that you set.
        </p>
      </TextSection>
      <TextSection title="What is not promised">
        <p>
          A bid can lose, arrive late, or not be sent: because of a higher bid, an outage here or there, or an auction
          that ends early. Each bid's receipt shows what happened.{' '}
          <TextLink to="/service-level">Service level</TextLink>
        </p>
      </TextSection>
      <TextSection title="What you take care of">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>Use only a login of {site} that is your own.</li>
          <li>
            The rules of {site} apply to you. They may forbid automated access, and the site may close accounts that use
            it.
          </li>
          <li>Keep your password, your passkeys and your recovery codes to yourself.</li>
        </ul>
      </TextSection>
      <TextSection title="Leaving, and changes">
        <p>
          You can delete your account at any time; its pending bids are cancelled. When these terms change, they get a
          new version.
        </p>
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'Terms of Service',
  description: 'What Bidwell does for you, and what it leaves to you.',
}

export { TermsPage as Component }
