export type Facts = {
  hasFitEngine: boolean
  /** Bids whose instant has passed, and that nobody sends. */
  overdueBids: number
  /** Channels over which nothing goes out. */
  deadChannels: number
  /** How long ago the newest alarm was raised, ms; null without alarms. */
  newestAlarmAgeMs: number | null
}

export type Trouble = 'database' | 'no_engine' | 'bid_overdue' | 'queue_stuck' | 'alarm'
type Verdict = { well: true } | { well: false; because: Trouble }

/**
 * An alarm stays until the operator clears it. It withholds the heartbeat for so long that a monitor notices, and no
 * longer: after it, the heartbeat must still be able to show that the engines are gone.
 */
const ALARM_SHOWS_MS = 15 * 60_000

/** Whether the operator may sleep, and if not, the worst reason. Facts that could not be read are null. */
export function isAllWell(facts: Facts | null): Verdict {
  const because = troubleOf(facts)
  return because === null ? { well: true } : { well: false, because }
}

function troubleOf(facts: Facts | null): Trouble | null {
  if (facts === null) return 'database'
  if (!facts.hasFitEngine) return 'no_engine'
  if (facts.overdueBids > 0) return 'bid_overdue'
  if (facts.deadChannels > 0) return 'queue_stuck'
  if (facts.newestAlarmAgeMs !== null && facts.newestAlarmAgeMs < ALARM_SHOWS_MS) return 'alarm'
  return null
}
