/** Seeds that once broke a rule. They are run first, for ever. */
export const PAST_FAILURES: readonly number[] = [
  // A close that a stamp of whole seconds dated into the last second was called early.
  108, 288,
  // A second token that ended, long after the first, was taken for a wrong password.
  79, 175,
  // With a dead token in hand the page that everybody sees was never asked for, and the snipe never settled.
  48, 55, 58, 105,
  // A lease that ran out and came back was noticed only at the shot, too late to claim anew.
  147,
  // A wish was granted while a bid that another engine had sent stood unnoticed.
  608,
]
