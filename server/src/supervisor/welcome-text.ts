import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod/mini'
import type { Config } from '../platform/config.ts'

/** In the practice site's category of lamps, so that the picture shows a lamp. */
const PRACTICE_LISTING = {
  title: 'Brass desk lamp, to practise on',
  categoryId: 32,
  endsInSeconds: 120,
  rivals: 2,
}

const ListedItem = z.object({ url: z.string() })

/** What the terminal shows after a start: the addresses, and on the practice site an auction that ends in two minutes. */
export async function welcomeText(
  { http, site, auctionHouse, dataDir, mail }: Config,
  webUrl = http.publicUrl,
): Promise<string> {
  const practice = auctionHouse
    ? [
        ['Auction house', `${site.homeUrl}   a stand-in site: nothing on it is real`],
        ['Its bidder', 'demo / demo   to connect in Settings'],
        ['Ends in 2 min', await listPracticeItem(site.homeUrl)],
      ]
    : []
  const mailbox = mail.usesMailbox
    ? [['Mailbox', `${http.localUrl}/dev/mailbox   its mails, as no mail server is set`]]
    : []
  const lines = [['Bidwell', webUrl], ...practice, ...mailbox, ['Logs', `${dataDir}/logs`], ['To stop', 'Ctrl-C']]
  return `\n${lines.map(([label = '', text]) => `  ${label.padEnd(14)} ${text}`).join('\n')}\n\n`
}

/** Lists the practice item, and returns the address of its page. */
async function listPracticeItem(houseUrl: string): Promise<string> {
  // `fetch` would keep its HTTP client in memory after this single call.
  const call = request(`${houseUrl}/_control/listings`, { method: 'POST', agent: false })
  call.end(JSON.stringify(PRACTICE_LISTING))
  const [response] = await once(call, 'response')
  return ListedItem.parse(await json(response)).url
}
