import { twilio } from '../../alerts/sms/twilio.ts'
import { Unreachable } from '../../deliveries/delivery.ts'
import { fail, type Finding, ok, type Patient, warn } from '../check.ts'

/** Whether the provider of text messages takes the account. No message is sent. */
export async function checkTextMessages({ config, clock }: Patient, signal: AbortSignal): Promise<Finding> {
  const { sms } = config
  if (sms === null) return ok('none are sent')
  if (sms.twilio === null) return ok('they stand on the page of the mails')
  const { authToken, ...account } = sms.twilio
  if (authToken === null) return warn('TWILIO_AUTH_TOKEN is not set here', 'Run this with the settings of the jobs.')
  await using provider = twilio({ ...account, authToken, clock })
  try {
    await provider.listSent(account.from, signal)
    return ok(`${provider.server} takes the account`)
  } catch (error) {
    if (error instanceof Unreachable) {
      return fail(`${provider.server} cannot be reached`, "Check this machine's network, and TWILIO_API_URL.")
    }
    const status = /^HTTP (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return status === '401' || status === '403'
      ? fail(`${provider.server} refused the account (${status})`, 'Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.')
      : fail(`${provider.server} does not answer as Twilio does`, 'Correct TWILIO_API_URL, or try again later.')
  }
}
