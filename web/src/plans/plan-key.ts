/** The first part of the key of every query that depends on the user's plan. */
export const PLAN_KEY = 'plan'
