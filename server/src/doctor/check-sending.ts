import { createTransport } from 'nodemailer'
import { twilio } from '../alerts/sms/twilio.ts'
import { Unreachable } from '../deliveries/delivery.ts'
import { transportOptions } from '../mail/smtp-channel.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

const MAIL_WITHIN_MS = 3_000

/** Whether the mail server lets this installation in. No mail is sent. */
export async function checkMail({ config, machine }: Patient): Promise<Finding> {
  const { from, smtp, usesMailbox } = config.mail
  if (usesMailbox) return ok('mails stand on a page of this installation: "npm run -s bidwell mailbox" prints where')
  if (from === null) {
    return warn('none is sent, so that nobody can reset a password', 'Set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
  }
  if (smtp === null) return warn('SMTP_URL is not set here', 'Run this with the settings of the jobs, which send mail.')
  const transport = createTransport({
    ...transportOptions(smtp, machine.certificateAuthority),
    connectionTimeout: MAIL_WITHIN_MS,
    greetingTimeout: MAIL_WITHIN_MS,
    socketTimeout: MAIL_WITHIN_MS,
  })
  try {
    await transport.verify()
    return ok(`${smtp.host} lets us in`)
  } catch (error) {
    return describeMailFailure(error, smtp.host)
  } finally {
    transport.close()
  }
}

function describeMailFailure(error: unknown, host: string): Finding {
  const { code = '', responseCode, message = '' } = error as { code?: string; responseCode?: number; message?: string }
  if (code === 'EAUTH') return fail(`${host} refused the login (${responseCode ?? message})`, 'Correct SMTP_URL.')
  if (code === 'EDNS') return fail(`no host has the name ${host}`, 'Correct SMTP_URL, or the name service.')
  if (/ECONNREFUSED/.test(message)) return fail(`nothing listens at ${host}`, 'Correct the port in SMTP_URL.')
  if (code === 'ETIMEDOUT') return fail(`${host} does not answer`, 'Correct SMTP_URL; many providers block port 25.')
  if (code === 'ETLS' || /certificate|self-signed|TLS|SSL/i.test(message)) {
    return fail(`the connection to ${host} cannot be encrypted: ${message}`, 'Use a server with a valid certificate.')
  }
  return fail(`${host} takes no mail: ${message}`, 'Correct SMTP_URL, or ask who runs the server.')
}

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
      return fail(`${provider.server} cannot be reached`, "Check this machine's network, and STAND_INS.")
    }
    const status = /^HTTP (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return status === '401' || status === '403'
      ? fail(`${provider.server} refused the account (${status})`, 'Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.')
      : fail(`${provider.server} does not answer as Twilio does`, 'Correct STAND_INS, or try again later.')
  }
}
