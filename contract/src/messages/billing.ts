/** Also after a change that was sent and not answered: it may have happened. */
export const unavailable =
  'The payment service does not answer. Please look at your plan in a moment, before you try again.'
export const declined =
  'Your bank did not accept the payment. Nothing was changed. Please use another card, or change the plan under ' +
  '“Plan, card and invoices”, where your bank can ask you to confirm.'

export const noSuchPlan = 'There is no such plan to buy.'
export const alreadySubscribed =
  'You have a plan already. Please change it in the settings instead of buying another one.'
export const notSubscribed = 'You have no paid plan.'
export const sameInterval = 'You pay this way already.'
export const payFirst = 'A payment is still open. Please pay it first, and change the plan then.'
export const resumeFirst = 'Your plan is set to end. Please keep it first, and change it then.'
export const changeSet = 'Your plan is set to change with its next period. Please undo that first, and change it then.'
export const noInvoices = 'There is nothing to show yet: you have not bought a plan.'
