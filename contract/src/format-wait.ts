const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A wait in words, rounded up: `40 seconds`, `12 minutes`, `3 hours`. */
export function formatWait(ms: number): string {
  if (ms <= MINUTE) return count(Math.ceil(ms / SECOND), 'second')
  if (ms <= HOUR) return count(Math.ceil(ms / MINUTE), 'minute')
  return count(Math.ceil(ms / HOUR), 'hour')
}

const count = (many: number, unit: string) => (many === 1 ? `1 ${unit}` : `${many} ${unit}s`)
