import webPush from 'web-push'

/** The pair of keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** What a browser gave to encrypt for it. */
export type BrowserKeys = { p256dh: string; auth: string }

export type PushMessage = {
  payload: string
  /** How long the push service keeps it for a browser that cannot be reached. */
  ttlSeconds: number
  /** A later message with the same topic takes the place of one that the push service still keeps. */
  topic: string
  isUrgent: boolean
}

type Sender = {
  keys: PushKeys
  /** Whom a push service can turn to: an address with `mailto:` or `https:`. */
  contact: string
}

type PushRequest = { headers: Record<string, string>; body: Buffer }

/** Makes a new pair of keys. */
export const generatePushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/** Encrypts a message for one browser (RFC 8291), signs it, and returns the request that hands it to the push service. */
export function encryptPush(
  { keys, contact }: Sender,
  to: BrowserKeys & { endpoint: string },
  message: PushMessage,
): PushRequest {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    message.payload,
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: message.ttlSeconds,
      topic: message.topic,
      urgency: message.isUrgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  if (body === null) throw new Error('A push without content was made')
  // Some of them are numbers, whatever the library's types say.
  const values = Object.entries(headers as Record<string, string | number>)
  return { headers: Object.fromEntries(values.map(([name, value]) => [name, String(value)])), body }
}
