import type { AlertClass } from '../../alerts/alerts.ts'
import { goesAs } from '../../alerts/kinds/kinds.ts'

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
  const alertClass = goesAs(kindName)
  return alertClass !== null && LEVELS[level].classes.includes(alertClass)
}
