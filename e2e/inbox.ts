import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listen } from './listen.ts'

/** A mail server that keeps every mail. Disposing stops it. */
export type Inbox = AsyncDisposable & {
  /** For `SMTP_URL`. */
  url: string
  /** The mails that an address has received, latest first. */
  mailsTo(address: string): Email[]
  /** The link in the plain text of the latest mail to an address whose subject matches. Waits for the mail. */
  linkTo(address: string, subject: RegExp): Promise<string>
}

const MAIL_TIMEOUT_MS = 20_000

export async function startInbox(): Promise<Inbox> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      void keep(stream, callback)
    },
  })
  async function keep(stream: Readable, callback: (error?: Error | null) => void) {
    mails.unshift(await PostalMime.parse(await buffer(stream)))
    callback()
  }
  const port = await listen(server.server)
  const mailsTo = (recipient: string) => mails.filter(({ to }) => to?.some((each) => each.address === recipient))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo,
    async linkTo(recipient, subject) {
      const deadline = performance.now() + MAIL_TIMEOUT_MS
      for (;;) {
        const mail = mailsTo(recipient).find((each) => subject.test(each.subject ?? ''))
        const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
        if (link !== undefined) return link
        if (performance.now() > deadline) throw new Error(`No mail about ${subject.source} reached ${recipient}`)
        await delay(50)
      }
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(done))
    },
  }
}
