import { IMPORT } from '../limits.ts'

const counted = (count: number): string => count.toLocaleString('en-US')
const auctions = (count: number): string => (count === 1 ? '1 auction' : `${counted(count)} auctions`)

/* What is said of a file of auctions that is imported. */

export const title = 'Import and export'
export const about = `A CSV or JSON file with a link or item number on each line, and if you like a maximum, the seconds before the end, and a note. Up to ${IMPORT.maxLines} auctions are tracked in the background. Nothing is bid that you do not tick.`
export const field = 'File'
export const fieldHint = 'The columns: link, max, seconds, note. The first row may name some of them, in any order.'
export const unreadable = 'This is no CSV file, and no JSON file with a list of auctions.'
export const notRead = 'The file could not be read. Choose it again.'
export const tooLarge = 'A file may have at most 512 KB.'
export const empty = 'The file has no auctions.'
export const tooMany = (count: number, most: number): string =>
  `There are ${counted(count)} auctions. At most ${most} can be imported at once.`
/** The names of the columns that are read, and of those that are not. */
export const columns = (read: readonly string[], unread: readonly string[]): string =>
  unread.length === 0
    ? `Read: ${read.join(', ')}.`
    : `Read: ${read.join(', ')}. Not read: ${unread.join(', ')}. A bid of a file has a maximum, and is in no group.`

export const noLink = 'link is missing'
export const noItem = 'link names no item'
export const repeated = (line: number): string => `the same link as line ${line}`
export const sameNumber = 'its number is there twice'
export const noAmount = 'max must be an amount such as 12.50'
export const noLead = (rule: string): string => `seconds: ${rule}`
export const badNote = (rule: string): string => `note: ${rule}`
export const faultAt = (line: number, fault: string): string => `Line ${line}: ${fault}`
export const faults = (count: number): string =>
  count === 1 ? 'One line cannot be imported:' : `${counted(count)} lines cannot be imported:`
export const further = (count: number): string => `and ${count} more`

export const refused = (count: number, first: string): string =>
  count === 1
    ? `One line cannot be imported, so none was. ${first}`
    : `${count} lines cannot be imported, so none was. ${first}`
export const oneAtATime = 'Another import is in progress. Wait until it has ended, or cancel it.'
export const tooManyInWeek = (most: number) =>
  `You have imported ${most} times within a week, which is the most. Wait a few days.`
export const notFound = 'There is no such import.'
export const noBidsOfPrograms =
  'An API token can import auctions, and cannot have their maxima bid. Schedule the bids one by one, or import in the browser.'

export const signedOut = 'Tracked, and not bid on: you were signed out before.'
export const noBid = (why: string): string => `Tracked, without the bid of the file: ${why}`
export const bidKept = 'you have a bid on it, which stays as it is.'
export const maxNotKept = 'Tracked before. The max of the file is not kept, since nothing is bid.'
export const noteKept = 'Tracked. It has a note already, which stays.'
export const removedInside = 'you have stopped tracking it meanwhile.'
export const cancelledInside = 'Tracked, and the import was cancelled before the rest was done.'

/** `2 h 47 min`. */
export function span(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const preview = {
  /** `3 auctions, 2 with a max, and 1 with a note.` */
  counts: (lines: number, maxima: number, notes: number): string => {
    const withMax = maxima === 0 ? '' : `, ${counted(maxima)} with a max`
    const withNote = notes === 0 ? '' : `,${maxima === 0 ? '' : ' and'} ${counted(notes)} with a note`
    return `${auctions(lines)}${withMax}${withNote}.`
  },
  allOrNone: 'Nothing is imported while a line is wrong. Correct the file and choose it again.',
  lines: 'The lines that were read',
  line: 'Line',
  item: 'Item',
  max: 'Max',
  seconds: 'Seconds',
  note: 'Note',
  bid: (bids: number, sum: string): string =>
    bids === 1 ? `Bid on the one with a max, ${sum}` : `Bid on the ${counted(bids)} with a max, ${sum} in all`,
  highest: (max: string, line: number): string =>
    `The highest is ${max}, on line ${counted(line)}. Your limits hold for each bid. Once you sign out in this browser, no further bid is scheduled; those that are stay.`,
  high: (times: number, dollars: number): string =>
    `Also where the bid is more than ${times} times the price, and more than $${dollars}`,
  highHint: 'Otherwise such a line is tracked, and listed at the end.',
  takes: (wait: string): string =>
    `One item is read each second, behind what people wait for: about ${wait} in all. You can close this page meanwhile.`,
  button: (count: number): string => `Import ${auctions(count)}`,
  notSent: 'Nothing was imported',
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

/* What is said of the favorites and bids at the site. */
export const site = {
  title: (site: string): string => `Your favorites at ${site}`,
  about: (site: string): string =>
    `What you watch at ${site}, and what you have bid on there, as one list, which is imported like a file.`,
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
}

/* What is said of the file that is exported. */

export const exportTitle = 'Export'
export const exportAbout =
  'Everything that you track as a CSV file, with your maximum, the seconds before the end, and your note, which this page reads again, and for you alone the group with its maximum, the delivered price and the title.'
export const exportButton = (count: number): string => (count === 1 ? 'Export 1 auction' : `Export ${count} auctions`)
export const readingBids = 'Your bids are being read.'
export const bidsNotRead = 'Your bids could not be read, and the file would lack them.'
export const nothingToExport = 'You track no auctions.'

/* What is said of several links that are pasted at once. */

export const addTitle = (count: number): string => (count === 1 ? 'Add 1 auction' : `Add ${count} auctions`)
export const stillReading = (read: number, of: number): string => `${read} of ${auctions(of)} are read so far.`
export const stop = 'Stop'
export const stopped = (left: number): string =>
  left === 1 ? 'Stopped before the last auction.' : `Stopped before the last ${left} auctions.`
