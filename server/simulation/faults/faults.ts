import { chanceOf } from '../world/chance.ts'

/** What kinds of fault a run may meet; each is switched by itself, so that some runs are about one of them alone. */
export const TROUBLES = [
  /** Engines die, at any await, and are started again. */
  'kills',
  /** Engines stand still for 0.1 s to a minute. */
  'pauses',
  /** The database answers nobody for a while. */
  'outages',
  /** A statement fails, or never answers. */
  'statements',
  /** A statement worked although it seems to have failed, or was never heard of. */
  'commits',
  /** Notifications are lost, late, or come twice. */
  'notices',
  /** The disk is slow, fails, or cuts a line short. */
  'journal',
  /** Pages fail in every way that a site knows. */
  'site',
  /** The site answers nobody for a while. */
  'siteOutages',
  /** Bids get lost, their answers get lost, or the site refuses to look at them. */
  'bids',
  /** Tokens end before their time. */
  'sessions',
  /** The password no longer holds. */
  'passwords',
  /** Ends move, to and fro. */
  'movedEnds',
  /** Items that are there cannot be found for a while. */
  'missingPages',
  /** Auctions are closed early, or withdrawn. */
  'closings',
  /** Wall clocks are set, and quartz runs badly. */
  'clocks',
  'cancels',
  'changes',
  'rivals',
  /** Owners pause all their bidding, and some resume it. */
  'ownerPauses',
  /** Nothing can be written on any disk for a while; mostly, what is on it can still be given another name. */
  'fullDisks',
] as const

export type Fault = (typeof TROUBLES)[number]
export type Faults = ReadonlySet<Fault>

export const NO_TROUBLES: Faults = new Set()

/** Each by itself with the same likelihood: half of all runs meet fewer than a third of them. */
export const faultsFor = (seed: number): Faults => {
  const chance = chanceOf(seed, 'faults')
  const likelihood = chance.oneOf([0.12, 0.3, 0.5])
  return new Set(TROUBLES.filter(() => chance.happens(likelihood)))
}
