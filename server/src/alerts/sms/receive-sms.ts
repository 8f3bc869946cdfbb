import { createHmac } from 'node:crypto'
import { messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Webhook } from '../../http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { isSameSecret } from '../../platform/secrets.ts'

const PATH = '/api/alerts/sms/incoming'
/** The words that American carriers know, as the whole message: https://www.twilio.com/docs/messaging/features/opt-outs */
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START = new Set(['START', 'UNSTOP', 'YES'])
/** Twilio answers these words itself. */
const NO_ANSWER = { type: 'text/xml; charset=utf-8', text: '<?xml version="1.0" encoding="UTF-8"?><Response/>' }

/**
 * What Twilio calls when somebody answers a text message. STOP ends the messages to a number, in all accounts, and START
 * settles it again. Throws `forbidden` for a call that Twilio has not signed.
 */
export const incomingSms = (
  ctx: Ctx,
  { accountSid, authToken }: { accountSid: string; authToken: string },
): Webhook => ({
  path: PATH,
  async receive(body, headers) {
    const parameters = new URLSearchParams(body.toString())
    const url = `${ctx.publicUrl.replace(/\/$/, '')}${PATH}`
    const signature = headers['x-twilio-signature']?.toString() ?? ''
    const isSigned = isSameSecret(signature, signTwilioCall(authToken, url, parameters))
    if (!isSigned || parameters.get('AccountSid') !== accountSid) {
      ctx.log.warn({}, 'a text message that claims to be from Twilio is refused')
      throw new AppError('forbidden', messages.generic.malformedRequest)
    }
    // A messaging service may have words of its own, and says what they mean.
    const word = parameters.get('OptOutType') ?? parameters.get('Body') ?? ''
    await follow(ctx, parameters.get('From') ?? '', word.trim().toUpperCase())
    return NO_ANSWER
  },
})

async function follow({ db, clock }: Ctx, from: string, word: string): Promise<void> {
  const ofNumber = db.updateTable('destinations').where('channel', '=', 'sms').where('address', '=', from)
  if (STOP.has(word)) {
    const stopped = { stopped_at: new Date(clock.now()), stopped_because: 'stop' }
    await ofNumber.set(stopped).where('stopped_at', 'is', null).execute()
  } else if (START.has(word)) {
    await ofNumber.set({ stopped_at: null, stopped_because: null }).where('stopped_because', '=', 'stop').execute()
  }
}

/** How Twilio signs a call: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signTwilioCall(authToken: string, url: string, parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].toSorted()
  const signed = names.flatMap((name) => [...new Set(parameters.getAll(name))].toSorted().map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64')
}
