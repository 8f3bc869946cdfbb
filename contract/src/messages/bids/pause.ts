/* What is said of the operator's pause. */

/** The reason that every user reads, on every page, once an installation has moved. */
export const moved =
  'This Bidwell has moved to another place, and sends no bid any more. Ask its operator for the address.'
export const movedForGood =
  'Bidding here has ended for good, because this installation has moved: its bids are sent from the other place'
