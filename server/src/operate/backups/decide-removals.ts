export type KeptBackup = {
  id: number
  /** When its snapshot was taken, epoch ms. */
  takenAt: number
  isVerified: boolean
  /** Made before an upgrade: only it can be restored by the version before. */
  isBeforeUpgrade: boolean
}

const DAY_MS = 86_400_000
const DAYS = 7
const WEEKS = 4
/** Epoch days begin on a Thursday; weeks on a Monday. */
const DAYS_TO_MONDAY = 3

/**
 * The backups that are no longer needed beside the others: kept are the latest of each of the last seven days that have one,
 * and of each of the last four weeks, by UTC, and for four weeks those from before an upgrade. Only verified ones count, and one that is
 * not goes once a later one is. Pure.
 */
export function decideRemovals(backups: readonly KeptBackup[]): number[] {
  const latestFirst = backups.toSorted((a, b) => b.takenAt - a.takenAt)
  const verified = latestFirst.filter(({ isVerified }) => isVerified)
  const newer = latestFirst.filter(({ takenAt }) => takenAt > (verified[0]?.takenAt ?? -Infinity))
  const since = (latestFirst[0]?.takenAt ?? 0) - WEEKS * 7 * DAY_MS
  const upgrades = latestFirst.filter(({ isBeforeUpgrade, takenAt }) => isBeforeUpgrade && takenAt > since)
  const regular = [...latestOf(verified, dayOf, DAYS), ...latestOf(verified, weekOf, WEEKS)]
  const kept = new Set([...newer, ...upgrades, ...regular])
  return latestFirst.filter((backup) => !kept.has(backup)).map(({ id }) => id)
}

const dayOf = (takenAt: number) => Math.floor(takenAt / DAY_MS)
const weekOf = (takenAt: number) => Math.floor((dayOf(takenAt) + DAYS_TO_MONDAY) / 7)

/** The latest of each of the last `count` periods. */
function latestOf(latestFirst: readonly KeptBackup[], periodOf: (takenAt: number) => number, count: number) {
  const byPeriod = Map.groupBy(latestFirst, ({ takenAt }) => periodOf(takenAt))
  return [...byPeriod.values()].slice(0, count).flatMap(([latest]) => latest ?? [])
}
