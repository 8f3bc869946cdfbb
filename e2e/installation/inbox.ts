import { readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listen } from './listen.ts'

type Mail = Pick<Email, 'to' | 'replyTo' | 'subject' | 'text'>

/** The mails that a mail server has kept. */
export type Inbox = {
  /** The mails that an address has received, latest first. */
  mailsTo(address: string): Mail[]
  /**
   * A link in the plain text of the latest mail to an address whose subject matches: the one with a label, or else the first.
   * Waits for the mail.
   */
  linkTo(address: string, subject: RegExp, label?: string): Promise<string>
}

/** A mail that failed twice, because its server was away, is tried again 30 s later. */
const MAIL_TIMEOUT_MS = 60_000

/**
 * Starts a mail server that keeps every mail as a file of a folder, at a free port or at that of `url`, which is for `SMTP_URL`.
 * Disposing stops it.
 */
export async function startInbox(folder: string, url?: string): Promise<AsyncDisposable & { url: string }> {
  let received = readdirSync(folder).length
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      void keep(stream, callback)
    },
  })
  async function keep(stream: Readable, callback: (error?: Error | null) => void) {
    const { to, replyTo, subject, text } = await PostalMime.parse(await buffer(stream))
    const mail: Mail = { to, replyTo, subject, text }
    received += 1
    // A reader finds the whole mail or none.
    const file = join(folder, String(received).padStart(6, '0'))
    await writeFile(`${file}.part`, JSON.stringify(mail))
    await rename(`${file}.part`, `${file}.json`)
    callback()
  }
  const port = await listen(server.server, url === undefined ? 0 : Number(new URL(url).port))
  return {
    url: `smtp://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(done))
    },
  }
}

/** Opens the folder of a mail server, in any process. */
export function openInbox(folder: string): Inbox {
  const mails = new Map<string, Mail>()
  function mailsTo(recipient: string) {
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.json') && !mails.has(name))
        mails.set(name, JSON.parse(readFileSync(join(folder, name), 'utf8')))
    }
    return [...mails]
      .filter(([, { to }]) => to?.some((each) => each.address === recipient))
      .toSorted(([one], [other]) => other.localeCompare(one))
      .map(([, mail]) => mail)
  }
  return {
    mailsTo,
    async linkTo(recipient, subject, label) {
      const wanted = new RegExp(`${label === undefined ? '' : `^${label}: `}(https?://\\S+)`, 'm')
      const deadline = performance.now() + MAIL_TIMEOUT_MS
      for (;;) {
        const mail = mailsTo(recipient).find((each) => subject.test(each.subject ?? ''))
        const [, link] = wanted.exec(mail?.text ?? '') ?? []
        if (link !== undefined) return link
        if (performance.now() > deadline) throw new Error(`No mail about ${subject.source} reached ${recipient}`)
        await delay(50)
      }
    },
  }
}
