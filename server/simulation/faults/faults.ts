import { chanceOf } from '../world/chance.ts'

/** The kinds of fault that a run may meet. Each is drawn by itself, so that some runs are about one kind alone. */
export const ALL_FAULTS = [
  /** Engines die, at any await, and are started again. */
  'kills',
  /** Engines stand still for 0.1 s to a minute. */
  'pauses',
  /** The database answers no call for a while. */
  'outages',
  /** A statement fails, or gets no answer. */
  'statements',
  /** A statement is committed, but seems to have failed or gets no answer. */
  'commits',
  /** Notifications are lost, late, or come twice. */
  'notices',
  /** The disk is slow, fails, or cuts a line short. */
  'journal',
  /** Pages fail in every way that the site port knows. */
  'site',
  /** The site answers no call for a while. */
  'siteOutages',
  /** Bids get lost, their answers get lost, or the site refuses to process them. */
  'bids',
  /** Tokens end before their time. */
  'sessions',
  /** The site refuses a password that it accepted before. */
  'passwords',
  /** Ends move, in both directions. */
  'movedEnds',
  /** The site does not find an item for a while. */
  'missingPages',
  /** Auctions are closed early, or withdrawn. */
  'closings',
  /** Wall clocks are set, and monotonic clocks drift. */
  'clocks',
  'cancels',
  'changes',
  'rivals',
  /** Owners pause their bidding, and some resume it. */
  'ownerPauses',
  /** No disk takes a byte for a while; mostly, files can still be renamed. */
  'fullDisks',
  /** Owners bid by hand at the site, below or above the maximum of their snipe. */
  'handBids',
  /** One account has several snipes that end at about the same time. */
  'sharedAccounts',
  /** The site keeps one session for each account: a login ends the session before. */
  'oneSession',
  /** For a while nobody can log in, though the password is right. */
  'loginPauses',
  /** A bid takes seconds on its way to the site. */
  'slowBids',
  /** The site's pages and lists show bids later than the engine expects. */
  'pageLag',
  /** Once an auction is closed, its page does not say who leads. */
  'hiddenFlags',
  /** Machines are suspended: their monotonic clocks stand still, and the world goes on. */
  'suspensions',
  /** The database fails over to a copy that misses the last acknowledged commits. */
  'failovers',
  /** The database rejects one entry of a journal, however often it is written. */
  'rejectedEntries',
  /** Owners remove the site login of their account, or replace it, some after a removal. */
  'loginChanges',
  /** Two servers answer, whose clocks differ by up to 4 s. */
  'twoClocks',
  /** The site sets its clocks, also in the last seconds before a shot. */
  'setClocks',
  /** Single answers carry a wrong time: of a cache, of an old header, or of another hour. */
  'wrongTimes',
  /** Rivals mistype bids, which are taken back: prices rise above maximums, and fall. */
  'fallingPrices',
  /** Up to three pages say that an open auction is closed. */
  'falseCloses',
  /** The site refuses all bids of an account for a while, in words that the engine does not know. */
  'unknownRefusals',
  /** Sellers take a snipe's bid back once it stands. */
  'retractions',
  /** The price does not reach the seller's reserve. */
  'reserves',
  /** The installation ends for good, and is restored from a backup elsewhere: owners are asked for their bids. */
  'restores',
  /** A shield before the site takes no bid of an account for seconds to minutes, and says so. */
  'shields',
  /** Single pages show an end that is minutes or an hour wrong. */
  'wrongEnds',
  /** Single bids are answered as closed by a server whose clock is ahead. */
  'falseRefusals',
  /** The lists of open auctions keep closed items for a while, or for good. */
  'keptItems',
] as const

/**
 * `groups`: bids in groups. `spacedGroups`: their auctions close half a minute to a minute apart. `reopenings`: the site is away
 * over a close, and has moved the end far away when it is back. They are drawn for no run, so
 * that they change none: they are asked for by name.
 */
export const NAMED_FAULTS = ['groups', 'spacedGroups', 'reopenings'] as const
export type Fault = (typeof ALL_FAULTS)[number] | (typeof NAMED_FAULTS)[number]
export type Faults = ReadonlySet<Fault>

export const NO_FAULTS: Faults = new Set()

/**
 * Draws the faults of a run, each with the same likelihood: half of all runs meet fewer than a third of them. Those in
 * `always` are among them in any case.
 */
export const faultsFor = (seed: number, always: readonly Fault[] = []): Faults => {
  const chance = chanceOf(seed, 'troubles')
  const likelihood = chance.oneOf([0.12, 0.3, 0.5])
  const drawn: Fault[] = ALL_FAULTS.filter(() => chance.happens(likelihood))
  return new Set([...drawn, ...always])
}
