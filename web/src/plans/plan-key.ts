import { KEYS } from '../cache/query-keys.ts'

/** The first part of the key of every query that depends on the user's plan. */
export const PLAN_KEY = 'plan'

/** The first parts of the keys of what counts the user's auctions and snipes. */
export const USED_KEY = KEYS.planUse
