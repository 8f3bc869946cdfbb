/** What is said of a file of auctions that is imported, and of the one that is exported. */

export const title = 'Import and export'
export const about =
  'A CSV or JSON file with a link or item number on each line, and if you like a maximum, the seconds before the end, a note, and the name of a group that wins one of its bids. Nothing is tracked before you have seen the list, and nothing is bid that you do not tick.'
export const field = 'File'
export const fieldHint = 'The columns: link, max, seconds, note, group. The first row may name them in another order.'
export const unreadable = 'This is no CSV file, and no JSON file with a list of auctions.'
export const tooLarge = 'A file may have at most 1 MB.'
export const empty = 'The file has no auctions.'
export const tooMany = (count: number, most: number): string =>
  `The file has ${count} auctions. At most ${most} can be imported at once.`

export const noLink = 'link is missing'
export const noItem = 'link names no item'
export const repeated = (line: number): string => `the same link as line ${line}`
export const noAmount = 'max must be an amount such as 12.50'
export const noLead = (rule: string): string => `seconds: ${rule}`
export const badNote = (rule: string): string => `note: ${rule}`
export const badGroup = (most: number): string => `group: at most ${most} characters`
export const faultAt = (line: number, fault: string): string => `Line ${line}: ${fault}`
export const faults = (count: number): string =>
  count === 1 ? 'One line cannot be imported:' : `${count} lines cannot be imported:`
export const further = (count: number): string => `and ${count} more`

export const goOn = (count: number): string => (count === 1 ? 'Look at 1 auction' : `Look at ${count} auctions`)
export const addTitle = (count: number): string => (count === 1 ? 'Add 1 auction' : `Add ${count} auctions`)
export const bidToo = (max: string, seconds: string | null): string =>
  seconds === null ? `Bid up to ${max}` : `Bid up to ${max}, ${seconds} s before the end`
export const bidOnAll = (count: number): string => `Bid on all ${count} with a max`

export const exportTitle = 'Export'
export const exportAbout =
  'Everything that you track, with your maximum, the seconds before the end, your note and the group, as a CSV file that this page reads.'
export const exportButton = (count: number): string => (count === 1 ? 'Export 1 auction' : `Export ${count} auctions`)
export const readingBids = 'Your bids are being read.'
export const bidsNotRead = 'Your bids could not be read, and the file would lack them.'
export const nothingToExport = 'You track no auctions.'

/** What is said of the favorites and bids at the site. */
export const site = {
  title: (site: string): string => `Your favorites at ${site}`,
  about: (site: string): string =>
    `What you watch at ${site}, and what you have bid on there, as one list. Nothing is tracked before you have seen it, and nothing is bid that you do not tick.`,
  button: 'Read my favorites',
  buttonAgain: 'Read them again',
  asking: (site: string): string => `Reading your favorites and bids at ${site}…`,
  notAsked: 'Your favorites could not be read',
  offline: 'You are offline, so nothing can be read.',
  askedTooSoon: 'Your favorites were read less than a minute ago. Try again in a moment.',
  noLogin: (site: string): string => `Your favorites could not be read: Bidwell has no login that ${site} accepts.`,
  failed: (site: string): string =>
    `Your favorites could not be read, because ${site} did not give them. Try again later.`,
  none: (site: string): string => `You watch no open auction at ${site}, and have bid on none.`,
  found: (count: number, tracked: number): string =>
    `${count === 1 ? '1 open auction' : `${count} open auctions`}${tracked === 0 ? '' : `, ${tracked === count ? 'all' : tracked} tracked already`}.`,
  ownBid: (max: string): string => `You have a bid of ${max} of your own there.`,
}
