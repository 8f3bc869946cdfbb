import { IMPORT } from '../limits.ts'

/** What is said of a file of auctions that is imported, and of the one that is exported. */

export const title = 'Import and export'
export const about = `A CSV or JSON file with a link or item number on each line, and if you like a maximum or a delivered price, the seconds before the end, a note, and a group. You see up to ${IMPORT.maxInTable} auctions in a table before they are tracked; a longer file, of up to ${IMPORT.maxLines.toLocaleString('en-US')}, is tracked in the background. Nothing is bid that you do not tick.`
export const field = 'File'
export const fieldHint =
  'The columns: link, max, seconds, note, group, delivered, allowance, pickup, wins, budget. The first row may name some of them, in any order.'
export const unreadable = 'This is no CSV file, and no JSON file with a list of auctions.'
export const notRead = 'The file could not be read. Choose it again.'
export const tooLarge = 'A file may have at most 4 MB.'
export const empty = 'The file has no auctions.'
export const tooMany = (count: number, most: number): string =>
  `The file has ${count} auctions. At most ${most} can be imported at once.`

export const noLink = 'link is missing'
export const noItem = 'link names no item'
export const repeated = (line: number): string => `the same link as line ${line}`
type Amount = 'max' | 'delivered' | 'allowance' | 'budget'
export const noAmount = (column: Amount): string => `${column} must be an amount such as 12.50`
export const maxOrDelivered = 'a line has a max or a delivered price, not both'
export const onlyWithDelivered = (column: 'allowance' | 'pickup'): string => `${column} belongs to a delivered price`
export const badPickup = 'pickup must be yes, no, or no handling'
export const badWins = (most: number): string => `wins must be a whole number from 1 to ${most}`
export const onlyWithGroup = (column: 'wins' | 'budget'): string => `${column} belongs to a group`
export const otherTerms = (column: 'wins' | 'budget', line: number): string =>
  `${column} differs from line ${line} of the same group`
export const noLead = (rule: string): string => `seconds: ${rule}`
export const badNote = (rule: string): string => `note: ${rule}`
export const badGroup = (most: number): string => `group: at most ${most} characters`
export const faultAt = (line: number, fault: string): string => `Line ${line}: ${fault}`
export const faults = (count: number): string =>
  count === 1 ? 'One line cannot be imported:' : `${count} lines cannot be imported:`
export const further = (count: number): string => `and ${count} more`

export const goOn = (count: number): string => (count === 1 ? 'Look at 1 auction' : `Look at ${count} auctions`)
export const addTitle = (count: number): string => (count === 1 ? 'Add 1 auction' : `Add ${count} auctions`)
export const stillReading = (read: number, of: number): string => `${read} of ${auctions(of)} are read so far.`
export const stop = 'Stop'
export const stopped = (left: number): string =>
  left === 1 ? 'Stopped before the last auction.' : `Stopped before the last ${left} auctions.`
export const noteToSave = 'Its note will be saved.'
export const noteStays = 'It has a note already, which stays.'
export const saveNotes = (count: number): string => (count === 1 ? 'save 1 note' : `save ${count} notes`)
export const notesSaved = (count: number): string => (count === 1 ? '1 note saved' : `${count} notes saved`)
export const noteNotSaved = (why: string): string => `The note was not saved: ${why}`
export const bidToo = (max: string, seconds: string | null): string =>
  seconds === null ? `Bid up to ${max}` : `Bid up to ${max}, ${seconds} s before the end`
export const deliveredToo = (delivered: string, isCollected: boolean, seconds: string | null): string =>
  `Bid up to ${delivered} delivered${isCollected ? ', collected' : ''}${seconds === null ? '' : `, ${seconds} s before the end`}`
export const maxFor = { bid: 'Max', delivered: 'Delivered' } as const
export const bidOnAll = (count: number): string => `Bid on all ${count} as the file asks`

export const exportTitle = 'Export'
export const exportAbout =
  'Everything that you track, with your maximum or delivered price, the seconds before the end, your note and the group, as a CSV file that this page reads; with groups, up to 200 auctions of it.'
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

/* What is said of a file that is longer than the table. */

export const sameNumber = 'its number is there twice'
export const noGroup = `group: a file of more than ${IMPORT.maxInTable} lines cannot have groups`
export const refused = (count: number, first: string): string =>
  count === 1
    ? `One line cannot be imported, so none was. ${first}`
    : `${count} lines cannot be imported, so none was. ${first}`
export const oneAtATime = 'Another import is in progress. Wait until it has ended, or cancel it.'
export const tooManyInWeek = (most: number) =>
  `With this file, you would have imported more than ${counted(most)} lines within a week. Wait a few days.`
export const notFound = 'There is no such import.'
export const noBidsOfPrograms =
  'An API token can import auctions, and cannot have their maxima bid. Schedule the bids one by one, or import in the browser.'
export const noGroupOfPrograms = 'group: nothing is bid here, so there are no groups. Import the file in the browser.'
export const deliveredNotKept = (count: number): string =>
  count === 1
    ? 'The delivered price of one line is not kept, since nothing is bid.'
    : `The delivered prices of ${counted(count)} lines are not kept, since nothing is bid.`
export const signedOut = 'Tracked, and not bid on: you were signed out before.'
export const noBid = (why: string): string => `Tracked, without the bid of the file: ${why}`
export const bidKept = 'you have a bid on it, which stays as it is.'
export const maxNotKept = 'Tracked before. The max of the file is not kept, since nothing is bid.'
export const noteKept = `Tracked. ${noteStays}`
export const removedInside = 'you have stopped tracking it meanwhile.'
export const cancelledInside = 'Tracked, and the import was cancelled before the rest was done.'

const counted = (count: number): string => count.toLocaleString('en-US')
const auctions = (count: number): string => (count === 1 ? '1 auction' : `${counted(count)} auctions`)

/** `2 h 47 min`. */
export function span(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const preview = {
  counts: (lines: number, maxima: number, notes: number): string =>
    `The file has ${auctions(lines)}, ${counted(maxima)} with a max or a delivered price, and ${counted(notes)} with a note.`,
  allOrNone: 'Nothing is imported while a line is wrong. Correct the file and choose it again.',
  first: (count: number): string => `The first ${count} lines`,
  line: 'Line',
  item: 'Item',
  max: 'Max',
  seconds: 'Seconds',
  note: 'Note',
  delivered: (amount: string): string => `${amount} delivered`,
  bid: (bids: number, sum: string): string =>
    bids === 1 ? `Bid as the file asks: 1 bid, ${sum}` : `Bid as the file asks: ${counted(bids)} bids, ${sum} in all`,
  highest: (max: string, line: number): string =>
    `The highest is ${max}, on line ${counted(line)}. Your limits hold for each bid. Once you sign out in this browser, no further bid is scheduled; those that are stay.`,
  high: (times: number, dollars: number): string =>
    `Also where the bid is more than ${times} times the price, and more than $${dollars}`,
  highHint: 'Otherwise such a line is tracked, and listed at the end.',
  takes: (wait: string): string =>
    `One item is read each second, and a quote for each delivered price that is bid, behind what people wait for: about ${wait} in all. You can close this page meanwhile.`,
  button: (count: number): string => `Import ${auctions(count)}`,
  notSent: 'The file was not imported',
  offline: 'You are offline, so nothing can be imported.',
  mendFirst: 'Correct the lines that are wrong first.',
}

const undoneOf = (count: number): string =>
  count === 1 ? 'Of one line, not everything was done' : `Of ${counted(count)} lines, not everything was done`

export const progress = {
  title: 'Import in progress',
  lastTitle: 'Last import',
  bar: 'Lines that are done',
  read: (done: number, lines: number, wait: string): string =>
    `${counted(done)} of ${counted(lines)} read, about ${wait} left.`,
  tracked: (count: number): string => `${counted(count)} tracked`,
  scheduled: (count: number): string => `${counted(count)} tracked with a bid`,
  alreadyTracked: (count: number): string => `${counted(count)} tracked before`,
  failed: (count: number): string => `${counted(count)} not tracked`,
  cancelled: (count: number): string => `${counted(count)} cancelled`,
  started: 'No line is done yet.',
  cancel: 'Cancel the rest',
  notCancelled: 'The import was not cancelled',
  notRead: 'The lines that were not done could not be read',
  undone: (count: number): string => `${undoneOf(count)}:`,
  undoneOf: (count: number): string => `${undoneOf(count)}.`,
  lineCancelled: 'Cancelled',
  save: (count: number): string =>
    count === 1 ? 'Save this line as a file' : `Save these ${counted(count)} lines as a file`,
}
