import { BID } from '@bidwell/contract'
import { useSite } from '../api/installation-queries.ts'
import { features } from './content/site-content.ts'
import { RISKS } from './risks.ts'
import { LinkLine, TextPage, TextSection } from './TextPage.tsx'

/** `/features`: what the product does, and what it cannot do. */
function FeaturesPage() {
  const showsPlans = useSite()?.shows_plans === true
  return (
    <TextPage title="Features" intro="What Bidwell does before, during and after a bid, and what it cannot do.">
      {features.map(({ title, text }) => (
        <TextSection key={title} title={title}>
          <p>{text}</p>
        </TextSection>
      ))}
      <TextSection title="You choose how late">
        <p>
          A bid goes out from {BID.maxSecondsBeforeEnd} seconds to {BID.minSecondsBeforeEnd} second before the close;{' '}
          {BID.defaultTimingPreference} seconds unless you choose otherwise. Later leaves others less time to answer,
          and leaves a slow site less time to accept it. The form says which risk a lead has.
        </p>
      </TextSection>
      <TextSection title="What it cannot do">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {RISKS.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </TextSection>
      <TextSection title="More">
        <LinkLine to="/service-level">How exactly it bids</LinkLine>
        <LinkLine to="/business-continuity">What happens when something fails</LinkLine>
        {showsPlans && <LinkLine to="/pricing">Plans and prices</LinkLine>}
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'Features',
  description: 'What Bidwell does before, during and after a bid in the last seconds, and what it cannot do.',
}

export { FeaturesPage as Component }
