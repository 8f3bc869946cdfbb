/*
 * Every sentence for users that server and browser share. Sentences of the product's description are here word for
 * word. Each sentence is an export of its own, so that a page of the web app loads only the sentences that it uses.
 */
export * as account from './account.ts'
export * as auction from './auction.ts'
export * as bid from './bid.ts'
export * as billing from './billing.ts'
export * as connection from './connection.ts'
export * as generic from './generic.ts'
export * as google from './google.ts'
export * as login from './login.ts'
export * as mailLink from './mail-link.ts'
export * as outcome from './outcome.ts'
export * as plan from './plan.ts'
export * as preflight from './preflight.ts'
export * as privacy from './privacy.ts'
export * as result from './result.ts'
export * as secondFactor from './second-factor.ts'
export * as securityLog from './security-log.ts'
export * as session from './session.ts'
export * as sessionExpired from './session-expired.ts'
export * as subscription from './subscription.ts'
