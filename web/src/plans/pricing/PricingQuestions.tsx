import { Link } from '../../ui/Link.tsx'

const QUESTIONS = [
  {
    question: 'What is a snipe, and when does it count?',
    answer:
      'A snipe is a bid that Bidwell places for you in the last seconds. It counts when you schedule it. It is given back when you cancel it in time, or when it was not sent for a reason that is not yours.',
  },
  {
    question: 'What happens when I reach a limit?',
    answer:
      'Nothing that you have scheduled or tracked is touched. You cannot add more until the next month begins, an auction ends or is removed, or you take a larger plan.',
  },
  {
    question: 'What happens when the trial ends?',
    answer:
      'Nothing is charged: the trial knows no card. Your account goes on with the plan that costs nothing. The auctions you track stay readable, and bids that are scheduled still go out.',
  },
  {
    question: 'Can I change or cancel?',
    answer:
      'At any time, in the settings. A dearer plan begins at once, and what you have paid is taken into account. A cheaper plan begins when your paid time is over. A cancelled plan goes on until then.',
  },
] as const

export const PricingQuestions = () => (
  <section aria-labelledby="questions" className="flex flex-col gap-4">
    <h2 id="questions" className="text-title font-semibold">
      Questions
    </h2>
    <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      {QUESTIONS.map(({ question, answer }) => (
        <div key={question} className="flex flex-col gap-1">
          <dt className="font-semibold">{question}</dt>
          <dd className="text-ink-2">{answer}</dd>
        </div>
      ))}
    </dl>
    <p className="flex flex-wrap gap-x-6 font-semibold text-accent underline-offset-4">
      <Link to="/billing-faq" className="flex min-h-11 items-center underline">
        More about billing
      </Link>
      <Link to="/refund-policy" className="flex min-h-11 items-center underline">
        Refunds
      </Link>
    </p>
  </section>
)
