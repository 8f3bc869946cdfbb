import * as z from 'zod/mini'

/** What the browser needs to show Google's button. */
export const GoogleSettings = z.object({
  client_id: z.string(),
  /** Google's script. */
  script_url: z.string(),
  /** For one attempt to sign in, within an hour. */
  nonce: z.string(),
})

export type GoogleSettings = z.infer<typeof GoogleSettings>
