import { createTransport } from 'nodemailer'
import { transportOptions } from '../../notifying/mail/smtp-channel.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

const MAIL_WITHIN_MS = 3_000

/** Whether the mail server lets this installation in. No mail is sent. */
export async function checkMail({ config, machine }: Patient): Promise<Finding> {
  const { from, smtp, usesMailbox } = config.mail
  if (usesMailbox) return ok('mails stand on a page of this installation, whose address "npm start" prints')
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
  return fail(`${host} takes no mail: ${message}`, 'Correct SMTP_URL, or ask who runs the server.')
}
