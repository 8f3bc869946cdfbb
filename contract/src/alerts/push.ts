import * as z from 'zod/mini'

/** What the service worker shows of an alert, as the JSON that is encrypted for one browser. */
export type PushPayload = {
  /** The delivery's id, with which the worker reports that it has shown the alert. */
  id: string
  title: string
  text: string
  /** The page that it leads to. */
  path: string
  /** A later alert with the same tag takes the place of an earlier one. */
  tag: string
  image: string | null
  actions: readonly { label: string; path: string }[]
  urgent: boolean
}

const base64url = (bytes: number, message: string) =>
  z.string(message).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), message))

/** Where a browser receives pushes, and the secret by which they are encrypted for it (RFC 8291). */
export const PushAuth = base64url(16, 'auth must be the 16 bytes that the browser gave, in base64url')

const PushKeys = z.strictObject(
  {
    p256dh: base64url(65, "p256dh must be the browser's public key of 65 bytes, in base64url"),
    auth: PushAuth,
  },
  'keys must hold p256dh and auth',
)

export const PushEndpoint = z
  .string('endpoint must be the address that the browser gave')
  .check(
    z.regex(/^https:\/\/[^\s/]\S*$/, 'endpoint must be an address that starts with https://'),
    z.maxLength(2_000, 'endpoint must have at most 2,000 characters'),
  )

/** As `PushSubscription.toJSON()` has it, without the time at which it expires: no browser states one. */
export const PushSubscription = z.strictObject({ endpoint: PushEndpoint, keys: PushKeys })
export type PushSubscription = z.infer<typeof PushSubscription>
