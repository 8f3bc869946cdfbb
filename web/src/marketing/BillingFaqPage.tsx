import { useQuery } from '@tanstack/react-query'
import { pricingQuery } from '../plans/plan-queries.ts'
import { TestCheckoutNote } from '../plans/TestCheckoutNote.tsx'
import { TextLink } from '../ui/Link.tsx'
import { OperatorContact } from './Operator.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

/** `/billing-faq`, as a draft. */
function BillingFaqPage() {
  const { data: pricing } = useQuery(pricingQuery)
  return (
    <TextPage
      title="Billing questions"
      intro="How plans are paid, what counts, and what happens when something goes wrong. This is a draft: no lawyer has read it."
    >
      {pricing?.test_checkout && <TestCheckoutNote />}
      <TextSection title="How do I pay?">
        <p>
          By card, at Stripe. Bidwell never sees your card: you type it on Stripe's own page. Each paid invoice comes by
          mail, and stands under Settings, Subscription.
        </p>
      </TextSection>
      <TextSection title="When am I charged?">
        <p>
          When you buy, and then at the start of each month or year, on the day you bought. Where a month is too short
          for that day, on its last one. Prices are in US dollars.
        </p>
      </TextSection>
      <TextSection title="What counts as a snipe?">
        <p>
          Each bid that you schedule, from the moment you schedule it. Changing a scheduled bid does not count again. It
          is given back when you cancel it before it is locked in, or when Bidwell did not send it for a reason that is
          not yours: the site was down, the auction ended early, or we failed. A bid that was sent counts, won or lost.
          The settings list them one by one.
        </p>
        <p>
          The count starts again each month, on the day your plan began. Deleting a bid from your history does not give
          it back.
        </p>
      </TextSection>
      <TextSection title="What counts as a tracked auction?">
        <p>Each open auction on your list. It makes room when it ends, or when you remove it.</p>
      </TextSection>
      <TextSection title="Can I change my plan?">
        <p>
          At any time, on Stripe's page, which the settings open. A dearer plan, or paying by the year, begins at once:
          what you have paid for the rest of the time is taken into account. If your card is declined, nothing changes.
        </p>
        <p>
          A cheaper plan, or paying by the month, begins when the time that you have paid for is over. Until then your
          present plan holds, and you can undo the change.
        </p>
      </TextSection>
      <TextSection title="What if a payment fails?">
        <p>
          Your plan holds for seven more days. We write to you, and you can pay or use another card from the settings.
          After that your plan is the free one, until the payment is made.
        </p>
      </TextSection>
      <TextSection title="How do I cancel?">
        <p>
          Under Settings, Subscription. The plan goes on until its paid time is over, unless you end it at once. Bids
          that are scheduled by then still go out. When you delete your account, nothing more is charged.
        </p>
        <TextLink to="/refund-policy">When money is paid back</TextLink>
      </TextSection>
      <TextSection title="Whom to ask">
        <OperatorContact />
      </TextSection>
    </TextPage>
  )
}

export const head = {
  title: 'Billing questions',
  description: 'How plans are paid, what counts, and what happens when something goes wrong.',
}

export { BillingFaqPage as Component }
