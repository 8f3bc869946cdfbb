import type { AlertClass } from '../../alerts/alerts.ts'
import { KINDS } from './notification.ts'

/** How much goes to the places of a channel. */
export type AlertLevel = 'everything' | 'results' | 'urgent' | 'nothing'

/** Each level and the classes of kinds that it contains. */
const LEVELS: Readonly<Record<AlertLevel, { label: string; classes: readonly AlertClass[] }>> = {
  everything: { label: 'Everything', classes: ['urgent', 'result', 'info'] },
  results: { label: 'Results and warnings', classes: ['urgent', 'result'] },
  urgent: { label: 'Only urgent', classes: ['urgent'] },
  nothing: { label: 'Nothing', classes: [] },
}

const NAMES: readonly AlertLevel[] = ['everything', 'results', 'urgent', 'nothing']

/** The levels as choices, from most to least. */
export const CHOICES = NAMES.map((value) => ({ value, label: LEVELS[value].label }))
export const OWN_CHOICE = 'Your own choice'

/** Whether a level contains a kind. */
export function contains(level: AlertLevel, kindName: string): boolean {
  const known = Object.entries(KINDS).find(([name]) => name === kindName)?.[1]
  return known !== undefined && LEVELS[level].classes.includes(known.goesAs ?? known.class)
}
