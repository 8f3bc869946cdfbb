export type { StripeEvent } from './records.ts'
export { type PracticeStripe, startPracticeStripe } from './start-practice-stripe.ts'
