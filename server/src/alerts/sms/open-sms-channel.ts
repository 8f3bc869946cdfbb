import type { Config } from '../../config/config.ts'
import { type Channel, Refused } from '../../deliveries/delivery.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { mailboxProvider } from './mailbox-provider.ts'
import { type SmsDeps, smsChannel } from './sms-channel.ts'
import { twilio } from './twilio.ts'

/** How this installation sends text messages. Throws a StartupError when it has a sender and not the token. */
export function openSmsChannel(
  { sms, http }: Pick<Config, 'sms' | 'http'>,
  deps: Pick<SmsDeps, 'db' | 'clock' | 'compose'>,
): Channel & AsyncDisposable {
  const kept = { [Symbol.asyncDispose]: async () => {} }
  if (sms === null) {
    // It may have sent some before: the numbers are still there.
    return { name: 'sms', atOnce: 2, dropsCopies: true, serverOf: () => '', send: refuse, ...kept }
  }
  const parts = { ...deps, publicUrl: http.publicUrl, dailyBudget: sms.dailyBudget }
  if (sms.twilio === null) {
    return { ...smsChannel({ ...parts, provider: mailboxProvider(deps) }), ...kept }
  }
  const { authToken } = sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the jobs, which send text messages: TWILIO_FROM is set')
  }
  const provider = twilio({ ...sms.twilio, authToken, clock: deps.clock })
  return { ...smsChannel({ ...parts, provider }), [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose]() }
}

const refuse = () => Promise.reject(new Refused('This installation sends no text messages'))
