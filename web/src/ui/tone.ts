/**
 * The meaning that a colour repeats. `info`: to act on, or armed; `warning`: attend to it soon; `urgent`: the final
 * minute; `success`: won or done; `outbid`: over the maximum; `danger`: failed; `neutral`: lost, ended or unknown.
 */
export type Tone = 'info' | 'warning' | 'urgent' | 'success' | 'outbid' | 'danger' | 'neutral'

export const TONE_CLASS = {
  info: 'bg-accent-tint text-accent',
  warning: 'bg-warning-tint text-warning',
  urgent: 'bg-urgent-tint text-urgent',
  success: 'bg-success-tint text-success',
  outbid: 'bg-outbid-tint text-outbid',
  danger: 'bg-danger-tint text-danger',
  neutral: 'bg-neutral-tint text-neutral',
} as const satisfies Record<Tone, string>
