import { createTransport } from 'nodemailer'
import type { SmtpServer } from '../platform/config.ts'
import { type Deliver, MailRefused } from './deliver.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Between two answers of the server. */
const ANSWER_TIMEOUT_MS = 20_000

type Options = {
  /** The sender: an address, or a name with the address in angle brackets. */
  from: string
  /** Authorities to trust instead of those of the system, PEM. */
  certificateAuthority?: string
}

/**
 * Sends by a mail server, with a connection for each mail. Beyond this machine the connection is encrypted and the server's
 * certificate is checked; a server that offers no encryption gets no mail.
 */
export function deliverBySmtp({ host, port, encryption, login }: SmtpServer, options: Options): Deliver {
  const address = /<(.*)>$/.exec(options.from)?.[1] ?? options.from
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const transport = createTransport({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login && { auth: login }),
    ...(options.certificateAuthority !== undefined && { tls: { ca: options.certificateAuthority } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    // A mail is made of our own text alone.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, html, text, replyTo, writtenAt }, signal) => {
    const message = {
      from: options.from,
      to: { name: '', address: to },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      envelope: { from: address, to: [to] },
      messageId: `<${id}@${domain}>`,
      date: new Date(writtenAt),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      subject,
      html,
      text,
      signal,
    }
    await transport.sendMail(message).catch((error: unknown) => {
      throw isFinal(error) ? new MailRefused('The mail server refused the mail', { cause: error }) : error
    })
  }
}

/** A refusal of the recipient or of the mail. A refused sender or login is a mistake that the operator can mend. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500
}
