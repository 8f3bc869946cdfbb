import { useSite } from '../api/installation-queries.ts'
import { TextLink } from '../ui/Link.tsx'
import { about } from './content/site-content.ts'
import { OperatorContact, OperatorName } from './Operator.tsx'
import { LinkLine, TextPage, TextSection } from './TextPage.tsx'

/** `/about`: what the product is, and who operates this installation. */
function AboutPage() {
  const site = useSite()
  return (
    <TextPage title="About Bidwell" intro={about[0]}>
      <TextSection title="Why so late">
        {about.slice(1).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </TextSection>
      <TextSection title="Independent">
        {site?.practice ? (
          <p>
            This installation practises: it bids only at {site.name}, a site made for trying things out, where nothing
            is real and nothing costs money.
          </p>
        ) : (
          <p>
            Bidwell is not part of {site?.name ?? 'the auction site'}, and not affiliated with it. The site's terms are
            reported to forbid automated access, so an account that uses Bidwell could be suspended there.
          </p>
        )}
        <p>
          Nothing on these pages measures or follows you for advertising.{' '}
          <TextLink to="/privacy">What is stored</TextLink>
        </p>
      </TextSection>
      <TextSection title="Who operates this installation">
        <OperatorName />
        <OperatorContact />
      </TextSection>
      <TextSection title="How it keeps its word">
        <LinkLine to="/service-level">Service level</LinkLine>
        <LinkLine to="/business-continuity">Business continuity</LinkLine>
        <LinkLine to="/data-retention">Data retention</LinkLine>
        <a href="/notices.txt" className="text-link">
          Open-source notices
        </a>
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'About',
  description: 'What Bidwell is, how it is built, and who operates this installation.',
}

export { AboutPage as Component }
