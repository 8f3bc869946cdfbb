import * as z from 'zod/mini'

/** What the settings of a destination for pushes hold. */
const PushSettings = z.object({
  p256dh: z.string(),
  auth: z.string(),
  /** The session in which the browser subscribed or renewed it last: signing out of it ends the pushes. */
  session: z.string(),
  /** The public key of this installation to which the browser subscribed. */
  server_key: z.string(),
})
type PushSettings = z.infer<typeof PushSettings>

export const readPushSettings = (settings: unknown): PushSettings => PushSettings.parse(settings)
export const writePushSettings = (settings: PushSettings): string => JSON.stringify(settings)
