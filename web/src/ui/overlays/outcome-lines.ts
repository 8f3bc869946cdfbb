import { messages } from '@bidwell/contract'

const MOST_FAILURES = 3

/** What was done, and a line for each of the first failures. */
export const outcomeLines = (summary: readonly string[], failures: readonly string[]): string[] => [
  ...summary,
  ...failures.slice(0, MOST_FAILURES),
  ...(failures.length > MOST_FAILURES ? [messages.importing.further(failures.length - MOST_FAILURES)] : []),
]
