const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const ALERTS = {
  /** Of one account, its own e-mail address and its browsers among them. */
  maxDestinations: 20,
  maxLabelLength: 60,
  maxUrlLength: 1_500,
  /** How long the former secret of a webhook signs beside the new one. */
  formerSecretMs: 24 * HOUR,
  /** How long the code works that proves a phone number, and how often it may be mistyped. */
  codeMs: 10 * MINUTE,
  codeTries: 5,
} as const
