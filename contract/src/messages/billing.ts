/** Nothing was sent, or the payment service refused to work on it. */
export const unavailable = 'The payment service does not answer. Nothing was changed. Please try again in a moment.'
/** A change was sent, and no answer came. */
export const unconfirmed =
  'The payment service did not confirm in time. Please look at your plan in a moment, before you try again.'
export const declined = 'Your card was declined. Nothing was changed: your plan stays as it is.'
export const needsConfirmation =
  'Your bank wants you to confirm this payment, which cannot be done here. Nothing was changed. Please use another card.'

export const noSuchPlan = 'There is no such plan to buy.'
export const alreadySubscribed =
  'You have a plan already. Please change it in the settings instead of buying another one.'
export const notSubscribed = 'You have no paid plan.'
export const samePlan = 'This is your plan already.'
export const sameInterval = 'You pay this way already.'
export const payFirst = 'A payment is still open. Please pay it first, and change the plan then.'
export const disputed =
  'Your bank has taken a payment back. Please settle that with your bank first, and change the plan then.'
export const resumeFirst = 'Your plan is set to end. Please keep it first, and change it then.'
export const changeSet = 'Your plan is set to change with its next period. Please undo that first, and change it then.'
export const changedMeanwhile = 'Your plan has changed in the meantime, so this change was not made.'
/** Two changes were asked for at the same moment: only one may be under way. */
export const changedElsewhere =
  'Your plan is being changed in another window. Please look at your plan in a moment, before you try again.'
/** Two payment pages were asked for at the same moment: only one may be open. */
export const openedElsewhere = 'The payment page was opened in another window. Please go on there, or try again.'
export const noInvoices = 'There is nothing to show yet: you have not bought a plan.'
