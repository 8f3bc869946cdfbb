type Task = { startTime: number; duration: number }

/** So long without a long task, and the page counts as interactive. */
export const QUIET_MS = 5_000

/**
 * When the page was interactive: at the end of the last long task before the first five seconds without one, but not
 * before the first paint and the end of the document's scripts (`readyAt`). Null while no such five seconds have passed.
 * All times are ms since the visit began; `tasks` are in order. https://web.dev/articles/tti
 */
export function timeToInteractive(tasks: readonly Task[], readyAt: number, now: number): number | null {
  let interactiveAt = readyAt
  for (const { startTime, duration } of tasks) {
    const endsAt = startTime + duration
    if (endsAt <= interactiveAt) continue
    if (startTime - interactiveAt >= QUIET_MS) return interactiveAt
    interactiveAt = endsAt
  }
  return now - interactiveAt >= QUIET_MS ? interactiveAt : null
}
