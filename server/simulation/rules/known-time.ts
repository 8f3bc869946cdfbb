import type { Stamp } from '../site/site-clocks.ts'
import { isYoung } from '../world/processes.ts'
import type { World } from '../world/world.ts'

/** A wider sample does not tell two clocks apart. */
const MAX_WIDTH_MS = 250
/** The widest sample. */
const WIDEST_MS = 1_000
/** An engine keeps so many samples of the site's clock. */
const KEPT = 16
/** So many samples confirm a time, and so many in a row mean that the clock was set. */
const CONFIRMED_BY = 2
const SET_AFTER = 4
/** What an engine is told later changes no shot. */
const FIXED_MS = 1_500
/** So old a page of a cache may be. */
const MOST_CACHED_MS = 10_000
/** After a pause an engine may have to sample the clock anew. */
const AFTER_PAUSE_MS = 15_000

/** Notes a time that the site's answer has told an engine. */
export function noteStamp(world: World, engineId: number, stamp: Stamp, widthMs: number) {
  const { stamps, time, processes } = world
  const told = stamps.get(engineId) ?? []
  const pausedUntil = processes.get(engineId)?.process.pausedUntil() ?? -Infinity
  if (stamp.isWrong) world.isMisled ||= told.filter(({ at }) => at > pausedUntil).length < CONFIRMED_BY
  else stamps.set(engineId, [...told, { ...stamp, at: time.now(), isSharp: widthMs <= MAX_WIDTH_MS }].slice(-KEPT))
}

/** What an engine was told since the site's clocks were last set. */
function toldSince(world: World, engineId: number) {
  const setAt = world.clockSets.at(-1)?.at ?? -Infinity
  return (world.stamps.get(engineId) ?? []).filter(({ at }) => at > setAt)
}

/** Whether an engine was told enough to know that the time of the clock that judges the close is possible. */
export function isTimeKnown(world: World, engineId: number): boolean {
  const { site, time, processes } = world
  const pausedUntil = processes.get(engineId)?.process.pausedUntil() ?? -Infinity
  if (isYoung(world, engineId) || time.now() < pausedUntil + AFTER_PAUSE_MS) return false
  if (site.apartMs === 0 && world.clockSets.length === 0) return true
  const told = toldSince(world, engineId)
  const judging = told.filter(({ server, isSharp }) => server === 'judging' && isSharp)
  const others = told.filter(({ server }) => server === 'second')
  const last = judging.at(-1)
  if (!last || judging.length < CONFIRMED_BY) return false
  // Where the two do not alternate, the newer one counts as set.
  const isAlternating = others.some(({ at, isSharp }) => isSharp && at < last.at && judging.some((it) => it.at < at))
  return isAlternating || others.filter(({ at }) => at > last.at).length < SET_AFTER
}

/** By how far an engine may rightly be wrong: the clocks differ, or were set and it was told so too rarely. */
export function clockDoubtMs(world: World, engineId: number): number {
  const { site, clockSets, time, faults } = world
  const needed = site.hasTwoClocks ? 2 * SET_AFTER : SET_AFTER
  const isSettled = toldSince(world, engineId).filter(({ at }) => at < time.now() - FIXED_MS).length >= needed
  const setByMs = isSettled ? 0 : clockSets.reduce((sum, { byMs }) => sum + Math.abs(byMs), 0)
  // Beside failing pages, two wrong times of a cache may agree, and be all that an engine was told.
  const isFooled =
    faults.has('wrongTimes') && (['site', 'siteOutages', 'outages'] as const).some((it) => faults.has(it))
  return (site.hasTwoClocks ? site.apartMs + WIDEST_MS : 0) + setByMs + (isFooled ? MOST_CACHED_MS : 0)
}
