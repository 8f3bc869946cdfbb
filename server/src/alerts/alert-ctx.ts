import type { Ctx } from '../context/ctx.ts'
import type { CodeHasher } from './sms/sms-code.ts'
import type { SealerOf } from './webhooks/webhook-settings.ts'

/** What takes the places to which alerts go. */
export type AlertCtx = Ctx & {
  sealerOf: SealerOf
  /** The hosts in private networks that webhooks may name, each with its port. */
  privateHosts: ReadonlySet<string>
  hashCode: CodeHasher
  /** How this installation sends text messages; null where it sends none. */
  sms: { dailyBudget: number } | null
}
