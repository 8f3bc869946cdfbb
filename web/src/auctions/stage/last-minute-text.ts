import { countdownText, type Precision } from '../../time/countdown-rules.ts'

/** The time to the end of a lot in its last minute, with its tenths throughout: `0:42.3`. */
export function lastMinuteText(remainingMs: number, precision: Precision): string {
  const text = countdownText(remainingMs, precision === 'tenths' ? 'seconds' : precision)
  return precision === 'tenths' && remainingMs > 0 ? `${text}.${Math.floor((remainingMs % 1_000) / 100)}` : text
}
