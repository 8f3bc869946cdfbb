/** Seeds that once broke a rule. They are run before all others. */
export const PAST_FAILURES: readonly number[] = [
  // A close was dated into the last second by a stamp of whole seconds, and so counted as early.
  108, 288,
  // A second token that ended, long after the first, counted as a refused password.
  79, 175,
  // With an ended token, the engine never asked for the public page, and the snipe never settled.
  48, 55, 58, 105,
  // A lease that expired and was renewed was noticed only at the shot, too late for a new claim.
  147,
  // A change was applied although another engine had sent the bid, which was not yet known.
  608,
  // An orphaned journal was deleted before all of it was in the database.
  161,
  // One move of an end was logged twice: with the reading, and by an engine that wrote later.
  209, 215, 720,
  // A bid of unknown outcome was read ever more rarely, while its end moved on.
  10,
  // A token that ended long after another counted as a refused password, because no page had been read in between.
  6752, 9395, 9947,
  // A page that was missing for a while, and a bid that came too late, counted as a withdrawal.
  2046,
  // An end that moved before the first light read was not noticed.
  4436,
  // A slow clearing of the journal delayed an owner's change past the close.
  15531,
  // A failed bid was held without a lease, while its end moved far ahead.
  17765,
  // A change of the lead took the end from the listing, and lost a move that the engine had recorded.
  532,
  // Two refused tokens, the second one stored by another bid, left no time for a third login.
  4405, 8244,
  // An uncertain bid was not looked for before it was sent again, because the page had failed shortly before.
  4699,
  // A bid made by hand, dated after the lock-in, counted as the snipe's while the list of the account could not be read.
  10731,
  // The sending was recorded late, so the database that failed over lost it, and the check did not know.
  12756,
  // A small move of the end was taken for rounding.
  12956,
  // A late bid without a login was given up although another process may have sent it.
  2369,
  // An uncertain bid without a login asked for none until the close, although its owner had stored one.
  6819,
  // A late bid whose page was missing failed a minute after its close, although another process had sent it.
  18706,
  // A late bid that its owner led by hand at the close counted as placed.
  11045,
  // An engine without its lease said that a bid was not sent, which another engine had sent.
  15973, 16546,
  // The check: the database lost a change of the maximum, and with it that the bid was sent.
  17242,
  // Without its lease an engine did not record that the owner had bid as much by hand, and another sent the bid.
  7927, 15673,
  // A page that failed after the close, or that the bid did not need, was told as what had kept it from being sent.
  10995, 18152, 19203,
  // Of two times an hour apart that as many samples showed, the wrong one stood, and every auction seemed over.
  16295, 16960, 17237, 17999,
  // An old price could not be read again before the close, and a close was not compared with the end that had moved.
  8511,
  // By the only clock that an engine was shown, the close was early.
  12021,
  // The check: by the later of two clocks, a login was removed before the close.
  15128,
  // A bid that was claimed without a login was sent with one that was removed again, and the removal did not name it.
  17214,
  // A page that was still open after the end had the last word on a bid that its owner led by hand.
  7468,
  // The last try before the close came after it, because the site's clock was uncertain.
  15407,
  // Two groups of samples of the site's clock replaced each other, and the engine ended without any time.
  8089,
  // The check: of two clocks an engine was hardly told the one that judges the close, sent late by the gap, and lost the bid on its way.
  20126,
  // Readings of 3.4 s counted as four seconds apart, because the site's clock became more certain.
  8016,
]

/** The same for runs of groups. */
export const PAST_GROUP_FAILURES: readonly number[] = [
  // A price that an engine had seen long before the close counted as what had kept the bid from being sent.
  4670, 12607, 18340,
  // An owner who was seen to lead by hand had lost, once no login worked any more.
  8817,
  // Readings that were under way at once counted as a clock that was set, or as two servers.
  7616, 7140, 14228,
  // After pages that failed, the result of a lost bid was asked for minutes later, while its group waited.
  18708,
  // The check: an auction that ended early is looked at again by the end that was announced.
  2389,
  // Two servers did not outvote a time an hour away that was shown more often than either.
  11771,
  // The check: clocks that were set back five to seven seconds before the shot make it early, as decision 64 says of eleven.
  4764,
  5908,
  // The check: an engine rightly drops what it was told before its machine was suspended.
  5871,
  // The check: no page shows a holder without a login that the owner leads by hand; an order corrects the result.
  3729, 6766,
  // The check: a page that falsely says closed does not show who has won.
  5214,
  // The check: the database lost that the bid was sent, or that its owner had cancelled it.
  3347, 9960,
  // The check: an older report of a move had moved nothing, because the site's clock was set back or a machine suspended.
  9061,
  11659,
  // The check: of two clocks an engine had hardly been told the one that judges the close when its machine was suspended.
  17508,
  // One answer of 'closed' counted as an early end, by a clock that the engine did not know to be set.
  14343,
  // An engine whose claim a failover had lost went on trying for a bid that a shield refused, while another held it.
  2281,
  // The check: a wrong time agreed with that from before the clocks were set; a lost claim told of an earlier maximum.
  15414, 7928,
  // The simulated clock: rounding let an engine wait for an instant that was already there.
  11510, 18849,
]
