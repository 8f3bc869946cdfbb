import type { Config } from '../config/config.ts'
import { listPracticeAuction } from '../marketplace/list-practice-auction.ts'
import { mailboxPath } from '../notifying/mail/mailbox-path.ts'
import { VERSION } from '../platform/release.ts'

/** What the terminal shows after a start: the addresses, and on the practice site an auction that ends in two minutes. */
export async function welcomeText(
  { http, site, dataDir, mail, keys }: Config,
  { webUrl = http.publicUrl, ownsSite }: { webUrl?: string; ownsSite: boolean },
): Promise<string> {
  const practice = ownsSite
    ? [
        ['Auction house', `${site.homeUrl}   a stand-in site: nothing on it is real`],
        ['Its bidder', 'demo / demo   to connect in Settings'],
        ['Ends in 2 min', await listPracticeAuction(site.homeUrl)],
      ]
    : []
  const mailbox = mail.usesMailbox
    ? [['Mailbox', `${http.localUrl}${mailboxPath(keys.session)}`]]
    : mail.from === null
      ? [['Mail', 'none is sent: set SMTP_URL and MAIL_FROM']]
      : []
  const lines = [
    [`Bidwell ${VERSION}`, webUrl],
    ...practice,
    ...mailbox,
    ['Logs', `${dataDir}/logs`],
    ['To stop', 'Ctrl-C'],
  ]
  return `\n${lines.map(([label = '', text]) => `  ${label.padEnd(14)} ${text}`).join('\n')}\n\n`
}
