import { useQuery } from '@tanstack/react-query'
import { pricingQuery } from '../plans/plan-queries.ts'
import { TestCheckoutNote } from '../plans/TestCheckoutNote.tsx'
import { OperatorContact } from './Operator.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

/** `/refund-policy`, as a draft. */
function RefundPolicyPage() {
  const { data: pricing } = useQuery(pricingQuery)
  return (
    <TextPage
      title="Refund Policy"
      intro="This is a draft: no lawyer has read it. It says what Bidwell does by itself; the operator of this installation decides about everything else. The law where you live may give you more."
    >
      {pricing?.test_checkout && <TestCheckoutNote />}
      <TextSection title="Before you pay">
        <p>The trial costs nothing and knows no card, so nothing can be charged when it ends.</p>
      </TextSection>
      <TextSection title="When you cancel">
        <p>
          The plan goes on until the time that you have paid for is over, and nothing more is charged. If you end it at
          once instead, the rest of that time is not paid back.
        </p>
      </TextSection>
      <TextSection title="When you change your plan">
        <p>
          A dearer plan begins at once, and what you have paid for the rest of the time is taken into account. A cheaper
          plan begins when the time that you have paid for is over. Nothing is paid back.
        </p>
      </TextSection>
      <TextSection title="When you are charged twice">
        <p>
          If you should ever be charged for two subscriptions at once, the operator cancels the later one and returns
          its payment to your card.
        </p>
      </TextSection>
      <TextSection title="When a bid goes wrong">
        <p>
          A snipe that was not sent for a reason that is not yours is given back to your month. What an auction cost
          you, or what you missed, is not refunded: no bid is promised to arrive or to win.
        </p>
      </TextSection>
      <TextSection title="Anything else">
        <OperatorContact />
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'Refund Policy',
  description: 'When Bidwell pays money back, and when it does not.',
}

export { RefundPolicyPage as Component }
