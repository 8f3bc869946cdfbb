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
] as const

export type Fault = (typeof ALL_FAULTS)[number]
export type Faults = ReadonlySet<Fault>

export const NO_FAULTS: Faults = new Set()

/** Draws the faults of a run, each with the same likelihood: half of all runs meet fewer than a third of them. */
export const faultsFor = (seed: number): Faults => {
  const chance = chanceOf(seed, 'troubles')
  const likelihood = chance.oneOf([0.12, 0.3, 0.5])
  return new Set(ALL_FAULTS.filter(() => chance.happens(likelihood)))
}
