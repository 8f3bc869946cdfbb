import type { Stamp } from '../site/site-clocks.ts'
import { isYoung } from '../world/processes.ts'
import type { Told, World } from '../world/world.ts'

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
/** Times further apart are not two servers, for an engine. */
const MAX_APART_MS = 60_000
/** So old a page of a cache may be. */
const MOST_CACHED_MS = 10_000
/** After a pause an engine may have to sample the clock anew. */
const AFTER_PAUSE_MS = 15_000

/** Notes a time that the site's answer has told an engine. */
export function noteStamp(world: World, engineId: number, stamp: Stamp, widthMs: number) {
  const { stamps, time, site, processes } = world
  const told = stamps.get(engineId) ?? []
  const pausedUntil = processes.get(engineId)?.process.pausedUntil() ?? -Infinity
  const right = told.filter(({ at, isWrong }) => at > pausedUntil && !isWrong)
  if (stamp.isWrong) world.isMisled ||= right.length < CONFIRMED_BY
  const offMs = stamp.siteTime - site.siteTime()
  const isSharp = widthMs <= MAX_WIDTH_MS
  stamps.set(engineId, [...told, { ...stamp, at: time.now(), widthMs, offMs, isSharp }].slice(-2 * KEPT))
}

/** What an engine keeps of what it was told up to an instant. A suspension of its machine voids all. */
function keptOf({ stamps, processes }: World, engineId: number, until: number): Told[] {
  const resumedAt = processes.get(engineId)?.process.suspendedUntil() ?? -Infinity
  const told = (stamps.get(engineId) ?? []).filter(({ at, madeAt }) => at <= until && madeAt > resumedAt)
  return told.slice(-KEPT)
}

/** What it was told since the site's clocks were last set. */
function toldSince(world: World, engineId: number, until = Infinity) {
  const setAt = world.clockSets.at(-1)?.at ?? -Infinity
  return keptOf(world, engineId, until).filter(({ madeAt, isWrong }) => madeAt > setAt && !isWrong)
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

/** Whether the site's clocks differ or were set, and an engine was not told enough to know the one that judges the close. */
export const isTimeDoubtful = (world: World, engineId: number): boolean =>
  (world.site.hasTwoClocks || world.clockSets.length > 0) && !isTimeKnown(world, engineId)

/** Whether an engine was told enough, soon enough for a shot, to know that the clocks were set. */
function isSettingKnown(world: World, engineId: number): boolean {
  const { site, clockSets, time } = world
  const fixedAt = time.now() - FIXED_MS
  const told = toldSince(world, engineId, fixedAt)
  const byMs = clockSets.at(-1)?.byMs ?? 0
  const widest = Math.max(0, ...told.map(({ widthMs }) => widthMs))
  /** What it keeps from before each setting but the last, and how far the clocks have moved since. */
  const former = clockSets.slice(0, -1).map(({ at }, index) => {
    const from = clockSets[index - 1]?.at ?? -Infinity
    const samples = keptOf(world, engineId, fixedAt).filter(({ madeAt }) => madeAt > from && madeAt < at)
    return { ms: clockSets.slice(index).reduce((sum, it) => sum + it.byMs, 0), samples }
  })
  // Set back to about a former time, the clocks look like two that alternate, as long as an engine keeps a sample of it.
  const near = former.filter(({ ms, samples }) => samples.some(({ widthMs }) => Math.abs(ms) < widthMs + widest))
  const isToldApart = ({ ms, samples }: (typeof near)[number]) =>
    Math.abs(ms) > MAX_WIDTH_MS && samples.filter((it) => it.isSharp && !it.isWrong).length >= CONFIRMED_BY
  if (!near.every(isToldApart)) return false
  // A wrong time that agrees with the former one looks like a second server's.
  const setAt = clockSets.at(-1)?.at ?? -Infinity
  const isFormerSeen = keptOf(world, engineId, Infinity).some(
    ({ madeAt, isWrong, offMs, widthMs }) => isWrong && madeAt > setAt && Math.abs(offMs + byMs) < widthMs + widest,
  )
  if (isFormerSeen) return false
  const isTelling = (widthMs: number) => near.length === 0 && widthMs + MAX_WIDTH_MS < Math.abs(byMs)
  const telling = told.filter(({ isSharp, widthMs }) => isSharp || isTelling(widthMs))
  return telling.length >= (site.hasTwoClocks ? 2 * SET_AFTER : SET_AFTER)
}

/**
 * By how far two wrong times mislead an engine: they agree as far as their samples tell, as a second server's would. They
 * do so as long as it kept both when the shot was fixed.
 */
function agreeingWrongMs({ stamps, time }: World, engineId: number): number {
  const told = stamps.get(engineId) ?? []
  const late = told.filter(({ at }) => at > time.now() - FIXED_MS).length
  const kept = told.slice(-KEPT - late)
  const wrong = kept.filter(({ isWrong, offMs }) => isWrong && Math.abs(offMs) < MAX_APART_MS)
  const agreeing = wrong.filter((a) =>
    wrong.some((b) => a !== b && Math.abs(a.offMs - b.offMs) < Math.max(a.widthMs, b.widthMs)),
  )
  return Math.max(0, ...agreeing.map(({ offMs }) => Math.abs(offMs)))
}

/** By how far an engine may rightly be wrong: the clocks differ, or were set and it was told so too rarely. */
export function clockDoubtMs(world: World, engineId: number): number {
  const { site, clockSets, faults } = world
  const setByMs = isSettingKnown(world, engineId) ? 0 : clockSets.reduce((sum, { byMs }) => sum + Math.abs(byMs), 0)
  // Beside failing pages, two wrong times of a cache may agree, and be all that an engine was told.
  const isFooled =
    faults.has('wrongTimes') && (['site', 'siteOutages', 'outages'] as const).some((it) => faults.has(it))
  const wrongMs = Math.max(isFooled ? MOST_CACHED_MS : 0, agreeingWrongMs(world, engineId))
  return (site.hasTwoClocks ? site.apartMs + WIDEST_MS : 0) + setByMs + wrongMs
}
