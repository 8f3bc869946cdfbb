/*
 * Every sentence that users read and that both sides must agree on. Strings of the product's description stand here
 * word for word; what takes a parameter is a function. Server and browser both take them from here, and nowhere else.
 * Each is an export of its own, so that a page of the web app carries those that it says.
 */
export * as account from './account.ts'
export * as auction from './auction.ts'
export * as bid from './bid.ts'
export * as connection from './connection.ts'
export * as generic from './generic.ts'
export * as login from './login.ts'
export * as outcome from './outcome.ts'
export * as preflight from './preflight.ts'
export * as session from './session.ts'
export * as sessionExpired from './session-expired.ts'
