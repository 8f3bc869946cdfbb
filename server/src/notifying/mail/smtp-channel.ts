import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { SmtpServer } from '../../config/config.ts'
import { type Channel, type Delivery, PutOff, Refused } from '../deliveries/delivery.ts'
import type { Rendered } from './render-mail.ts'

const CONNECTIONS = 20
const CONNECT_TIMEOUT_MS = 10_000
/** Between two answers of the server. */
const ANSWER_TIMEOUT_MS = 20_000

type Options = {
  /** The sender: an address, or a name with the address in angle brackets. */
  from: string
  /** Authorities to trust instead of those of the system, PEM. */
  certificateAuthority?: string
  render: (delivery: Delivery) => Promise<Rendered>
}

/**
 * Sends mails by a mail server, over connections that are kept. Beyond this machine they are encrypted and the server's
 * certificate is checked; a server that offers no encryption gets no mail.
 */
export function smtpChannel(server: SmtpServer, options: Options): Channel & Disposable {
  const address = /<(.*)>$/.exec(options.from)?.[1] ?? options.from
  const domain = address.slice(address.lastIndexOf('@') + 1)
  /** The mails on their way whose last line may have been sent. */
  const whole = new Set<string>()
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    ...transportOptions(server, options.certificateAuthority),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    // A mail is made of our own text alone.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The server cannot accept a mail before its last line. The stream is read once the server asks for the mail.
  transport.use('stream', (mail, done) => {
    const noteEnd = () => void whole.add(String(mail.data.messageId))
    mail.message.processFunc((input) => Readable.from(endAfter(input, noteEnd), { objectMode: false }))
    done()
  })

  return {
    name: 'email',
    atOnce: CONNECTIONS,
    async send(delivery, signal) {
      const { subject, html, text, replyTo, thread, unsubscribeUrl } = await options.render(delivery)
      const messageId = `<${delivery.id}@${domain}>`
      try {
        const { response } = await transport.sendMail({
          from: options.from,
          to: { name: '', address: delivery.recipient },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          envelope: { from: address, to: [delivery.recipient] },
          messageId,
          date: new Date(delivery.createdAt),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          ...(thread !== undefined && { references: `<${thread}@${domain}>`, inReplyTo: `<${thread}@${domain}>` }),
          subject,
          html,
          text,
          signal,
        })
        return response
      } catch (error) {
        throw errorOf(error, whole.has(messageId))
      } finally {
        whole.delete(messageId)
      }
    },
    [Symbol.dispose]: () => transport.close(),
  }
}

async function* endAfter(stream: Readable, noteEnd: () => void) {
  yield* stream
  noteEnd()
}

/** A refusal of the recipient or of the mail is final. A refused sender or login is a mistake that the operator can mend. */
function errorOf(error: unknown, isWhole: boolean): unknown {
  const { command, responseCode = null } = error as { command?: string; responseCode?: number }
  if (responseCode !== null && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) {
    const because = command === 'RCPT TO' ? 'refused' : null
    return new Refused('The mail server refused the mail', { because, cause: error })
  }
  return isWhole && responseCode === null ? error : new PutOff('The mail server takes no mail', { cause: error })
}

/**
 * How to connect to a mail server: encrypted beyond this machine, with a certificate that is checked. `certificateAuthority`
 * is trusted instead of those of the system, PEM.
 */
export const transportOptions = ({ host, port, encryption, login }: SmtpServer, certificateAuthority?: string) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  ...(login && { auth: login }),
  ...(certificateAuthority !== undefined && { tls: { ca: certificateAuthority } }),
})
