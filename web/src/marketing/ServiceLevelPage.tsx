import { ServiceFigures } from './service/ServiceFigures.tsx'
import { LinkLine, TextPage, TextSection } from './TextPage.tsx'

/** `/service-level`, as a draft. The figures are those of this installation. */
const ServiceLevelPage = () => (
  <TextPage
    title="Service Level"
    intro="How exactly Bidwell bids, how that is known, and what is not promised. This is a draft: no lawyer has read it, and the operator of this installation has agreed to nothing beyond it."
  >
    <TextSection title="The aim">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>At least 95 of 100 bids leave within 100 ms of the moment that you chose.</li>
        <li>
          No bid is ever above your maximum. When it stays unclear whether one arrived, the same maximum is sent again:
          the site counts it once.
        </li>
        <li>Every bid ends with a receipt that says what happened.</li>
      </ul>
    </TextSection>
    <TextSection title="How bids were served here">
      <p className="text-ink-2">
        Counted from this installation's own log of bids, not estimated. Every bid counts, also a bid whose owner has
        left.
      </p>
      <ServiceFigures />
    </TextSection>
    <TextSection title="What is not promised">
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>That a bid wins: somebody else's maximum may be higher.</li>
        <li>That the auction site is up, answers in time, or accepts a bid.</li>
        <li>
          That this installation is never down. It is as available as the machine it runs on. Scheduled bids are stored
          and are sent by the next engine that runs, unless their moment has passed.
        </li>
      </ul>
    </TextSection>
    <TextSection title="When we miss the aim">
      <p>
        The receipt says so, with the times. A bid that was not sent for a reason that is not yours does not count
        against a plan. An auction that was missed is not paid for.
      </p>
    </TextSection>
    <TextSection title="More">
      <LinkLine to="/status">Whether it works now</LinkLine>
      <LinkLine to="/business-continuity">What happens when something fails</LinkLine>
    </TextSection>
  </TextPage>
)

export const head = {
  title: 'Service Level',
  description: 'How exactly Bidwell bids, how that is measured, and what is not promised.',
}

export { ServiceLevelPage as Component }
