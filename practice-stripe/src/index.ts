export type { StripeEvent } from './records.ts'
export { type PracticeStripe, type PracticeStripeOptions, startPracticeStripe } from './start-practice-stripe.ts'
