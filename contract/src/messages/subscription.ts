/** What the browser says about the trial, the plan and paying. */
export const signInForTrial = 'Please log in to start a trial'
export const signInToCancel = 'Please log in to cancel subscription'
export const subscriptionNotLoaded = 'Failed to load subscription information'
export const pricingNotLoaded = 'Failed to load pricing information'
export const trialNotRead = 'Failed to fetch trial status'
export const trialNotStarted = 'Failed to start trial'
export const detailsNotRead = 'Failed to fetch subscription details'
export const pricingNotRead = 'Failed to fetch pricing information'
export const notCancelled = 'Failed to cancel subscription'
export const intervalNotChanged = 'Failed to change billing interval'
export const trialStarted = (until: string) => `Your free trial has started. It runs until ${until}.`
export const testCheckout = 'Test checkout: no money moves'
