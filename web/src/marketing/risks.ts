/** What a bidder must know beforehand. It is no advertising copy, so it is not the operator's to change. */
export const RISKS = [
  "Somebody else's max can be higher than yours. Then you lose, at a price you chose not to pay.",
  'The site can be slow, be down, or refuse a bid in its last seconds. An auction can end early.',
  'A bid placed for you is binding. If it wins, you owe the price, shipping and handling.',
  'To bid while you sleep, Bidwell has to hold your login for the site. The settings say how it is kept.',
] as const
