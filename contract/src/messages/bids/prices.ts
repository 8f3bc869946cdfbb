export const offlineNoRead = 'You are offline, so no prices can be read.'
export const noneOld = 'No price is over ten minutes old.'
/** `12 of 52 read, rest in 2 min`. What follows at once is not announced. */
export const reading = ({ done, of, withinMs }: { done: number; of: number; withinMs: number }) =>
  withinMs < SOON_MS ? `${done} of ${of} prices read` : `${done} of ${of} read, rest in ${shortWait(withinMs)}`
const SOON_MS = 5_000
const shortWait = (ms: number) => (ms <= 60_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`)

export const read = (done: number, of: number) => `${done} of ${of} prices were read.`
export const notRead = (left: number, site: string) =>
  left === 1
    ? `1 price is still to come: ${site} has not shown it yet.`
    : `${left} prices are still to come: ${site} has not shown them yet.`
/** The link to the sold items of another site. */
export const soldBefore = 'What did such things sell for? On eBay'
