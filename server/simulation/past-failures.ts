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
  // A journal left behind was thrown away before all of it was in the database.
  161,
  // One move of an end was told twice, by the reading and by an engine that came late.
  209, 215, 720,
  // A bid in doubt was looked for ever more rarely, while its end had moved on.
  10,
  // A token that ended long after another was taken for a wrong password, since no page had been seen in between.
  6752, 9395, 9947,
  // A page that was missing for a while, and a bid that came too late, were taken for a withdrawal.
  2046,
  // An end that had moved before the first light read was noticed by none of them.
  4436,
  // A journal that was slow to be cleared held up what its owner had asked for, past the close.
  15531,
  // A bid that came to nothing was held on to without a lease, while its end had moved far ahead.
  17765,
  // A change of the lead took the end from the listing, and lost a move that the engine had recorded.
  532,
]
