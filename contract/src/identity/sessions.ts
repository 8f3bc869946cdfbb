import * as z from 'zod/mini'

export const Session = z.object({
  id: z.uuid(),
  /** The browser and the system that signed in, such as 'Firefox on Windows'. */
  device: z.string(),
  /** The address that signed in, and the address that last refreshed the token. */
  ip_address: z.nullable(z.string()),
  last_ip_address: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  remember_me: z.boolean(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})

export type Session = z.infer<typeof Session>
