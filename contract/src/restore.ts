import * as z from 'zod/mini'

/** How the first backup gets into an installation without accounts: by its page, or by the operator's command. */
export const RestoreWay = z.enum(['page', 'command'])

/** The largest backup that the page accepts. The command has no limit. */
export const MAX_BACKUP_BYTES = 250_000_000_000

/** Of a `keys.env`, which has a line for each of three lists of keys. */
export const MAX_KEYS_LENGTH = 20_000

export const RestoreProgress = z.object({
  /** `checking` and `receiving` change nothing yet; `restored` and `failed` are final. */
  state: z.enum(['receiving', 'checking', 'restoring', 'restored', 'failed']),
  /** What the command prints; the last one says why it failed. */
  lines: z.array(z.string()),
})
export type RestoreProgress = z.infer<typeof RestoreProgress>

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Such as `1.5 GB`, by thousands. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** unit
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`
}
