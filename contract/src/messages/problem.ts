/** What stands in the way of scheduled bids, for all of them together. */
const bidsOf = (count: number) => (count === 1 ? 'one bid' : `${count} bids`)

export const stopping = (problems: number, bids: number) =>
  problems === 1 ? `One problem stops ${bidsOf(bids)}.` : `${problems} problems stop ${bidsOf(bids)}.`
/** For problems that may keep bids from being accepted, or may not. */
export const endangering = (problems: number, bids: number) =>
  problems === 1 ? `One problem endangers ${bidsOf(bids)}.` : `${problems} problems endanger ${bidsOf(bids)}.`
export const count = (problems: number) => (problems === 1 ? '1 problem' : `${problems} problems`)
export const loginRefused = (site: string) => `${site} refuses your login.`
export const safeAgain = (bids: number) => (bids === 1 ? 'Your bid is safe again' : `${bids} bids are safe again`)
