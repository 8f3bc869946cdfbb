import * as z from 'zod/mini'
import { isEncryptedOrLocal } from '../platform/network-of.ts'

const MIN_TOKEN_LENGTH = 32
const MAX_DRAIN_S = 10

/** The variables about watching an installation. */
export const WATCHING_VARIABLES = {
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/), z.minLength(MIN_TOKEN_LENGTH))),
  HEARTBEAT_URL: z.optional(z.url({ protocol: /^https?$/ }).check(z.refine(isEncryptedOrLocal))),
  DRAIN_SECONDS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_DRAIN_S)), 0),
  PUBLIC_STATUS: z.optional(z.enum(['true', 'false'])),
}

export const WATCHING_RULES: Record<string, string> = {
  METRICS_TOKEN: `must have at least ${MIN_TOKEN_LENGTH} characters and no space, such as what "openssl rand -hex 32" prints`,
  HEARTBEAT_URL: 'must be an https:// address: http:// is for this machine alone',
  DRAIN_SECONDS: `must be a whole number from 0 to ${MAX_DRAIN_S}`,
  PUBLIC_STATUS: 'must be true or false',
}

const SECOND_MS = 1_000

export const watchingOf = (raw: z.infer<z.ZodMiniObject<typeof WATCHING_VARIABLES>>) => ({
  /** Who has it may read the metrics; null where nobody may. */
  metricsToken: raw.METRICS_TOKEN ?? null,
  /** Called each minute while all is well; null where nothing is. */
  heartbeatUrl: raw.HEARTBEAT_URL ?? null,
  /** How long the API goes on after a stop signal, and says that it is not ready. */
  drainMs: raw.DRAIN_SECONDS * SECOND_MS,
  /** Whether everybody may read the state of the installation and its figures; null where it depends on the plans. */
  publicStatus: raw.PUBLIC_STATUS === undefined ? null : raw.PUBLIC_STATUS === 'true',
})
