import { createHmac, timingSafeEqual } from 'node:crypto'

type SignedCall = {
  authToken: string
  /** As it stands in Twilio's settings. */
  url: string
  parameters: URLSearchParams
}

/** How Twilio signs a call: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signTwilioCall({ authToken, url, parameters }: SignedCall): string {
  const names = [...new Set(parameters.keys())].toSorted()
  const signed = names.flatMap((name) => [...new Set(parameters.getAll(name))].toSorted().map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64')
}

export function isSignedByTwilio(call: SignedCall, signature: string): boolean {
  const expected = Buffer.from(signTwilioCall(call))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
