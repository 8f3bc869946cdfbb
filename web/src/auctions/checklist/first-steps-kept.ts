import { createPreference } from '../../ui/preferences.ts'

const STATES = ['unseen', 'open', 'done'] as const

/** Whether this browser shows the first steps. Apart from the steps, because every visit of the dashboard loads this file. */
export const firstStepsKept = createPreference<(typeof STATES)[number]>('first_steps', 'unseen', (stored) =>
  STATES.find((state) => state === stored),
)
