import { amountFault, BID, dollarsFromCents, leadFault, messages } from '@bidwell/contract'
import { centsFromTyped } from '../ui/money.ts'
import type { Rival, Setting } from './simulate-close.ts'

/** What is typed into the page's form. An empty maximum means that there is no such rival. */
export type Typed = {
  opening: string
  increment: string
  max: string
  lead: string
  delay: string
  earlyMax: string
  watcherMax: string
  watcherSeconds: string
  sniperMax: string
  sniperLead: string
}

export const EXAMPLE: Typed = {
  opening: '9.99',
  increment: '1.00',
  max: '40.00',
  lead: BID.defaultTimingPreference,
  delay: '0',
  earlyMax: '25.00',
  watcherMax: '60.00',
  watcherSeconds: '8',
  sniperMax: '32.00',
  sniperLead: '3',
}

/** How long a bid usually takes to reach the site, ms. */
const TRIP_MS = 150
const MAX_SECONDS = 600

export type Faults = Partial<Record<keyof Typed, string>>

/** Reads the form: the setting, or what is wrong with each field. */
export function readSetting(typed: Typed): { setting: Setting; faults: Faults } | { setting: null; faults: Faults } {
  const faults: Faults = {}

  function cents(field: keyof Typed): number {
    const amount = centsFromTyped(typed[field])
    const fault = amount === null ? messages.bidRefusal.amountUnreadable : amountFault(dollarsFromCents(amount))
    if (fault !== null) faults[field] = fault
    return amount ?? 0
  }

  function seconds(field: keyof Typed, least: number): number {
    const value = typed[field].trim() === '' ? Number.NaN : Number(typed[field])
    if (!(value >= least && value <= MAX_SECONDS)) faults[field] = `Type a number from ${least} to ${MAX_SECONDS}`
    return value * 1_000
  }

  const leadSeconds = typed.lead.trim() === '' ? Number.NaN : Number(typed.lead)
  const badLead = leadFault(leadSeconds)
  if (badLead !== null) faults.lead = badLead

  const takesPart = (field: keyof Typed) => typed[field].trim() !== ''
  const rivals: Rival[] = []
  if (takesPart('earlyMax')) rivals.push({ kind: 'early', name: 'The early bidder', maxCents: cents('earlyMax') })
  if (takesPart('watcherMax')) {
    const answersAfterMs = seconds('watcherSeconds', 0.5)
    rivals.push({ kind: 'watcher', name: 'The watcher', maxCents: cents('watcherMax'), answersAfterMs })
  }
  if (takesPart('sniperMax')) {
    const leadMs = seconds('sniperLead', 0.5)
    rivals.push({ kind: 'sniper', name: 'The other sniper', maxCents: cents('sniperMax'), leadMs })
  }
  const setting: Setting = {
    terms: { openingCents: cents('opening'), incrementCents: cents('increment') },
    rivals,
    own: { maxCents: cents('max'), leadMs: leadSeconds * 1_000, tripMs: TRIP_MS, delayMs: seconds('delay', 0) },
  }
  return Object.keys(faults).length > 0 ? { setting: null, faults } : { setting, faults }
}
