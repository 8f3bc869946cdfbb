import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Config } from '../platform/config.ts'

const TITLE = 'Brass desk lamp, to practise on'
/** The stand-in site's category of lamps, so that the picture shows one. */
const LAMPS = 32
const ENDS_IN_SECONDS = 120

const Listed = z.object({ url: z.string() })

/** What a newcomer needs to win an auction within two minutes, and where to look when something is wrong. */
export async function welcome({ http, site, auctionHouse, dataDir }: Config, webUrl = http.publicUrl): Promise<string> {
  const practice = auctionHouse
    ? [
        ['Auction house', `${site.homeUrl}   a stand-in site: nothing on it is real`],
        ['Its bidder', 'demo / demo   to connect in Settings'],
        ['Ends in 2 min', await listLamp(site.homeUrl)],
      ]
    : []
  const lines = [['Bidwell', webUrl], ...practice, ['Logs', `${dataDir}/logs`], ['To stop', 'Ctrl-C']]
  return `\n${lines.map(([label = '', text]) => `  ${label.padEnd(14)} ${text}`).join('\n')}\n\n`
}

/** Puts up a lot with two rivals, and answers its page. */
async function listLamp(houseUrl: string): Promise<string> {
  // Not fetch, which would stay in memory for this one call.
  const asked = request(`${houseUrl}/_control/listings`, { method: 'POST', agent: false })
  asked.end(JSON.stringify({ title: TITLE, categoryId: LAMPS, endsInSeconds: ENDS_IN_SECONDS, rivals: 2 }))
  const [answer] = await once(asked, 'response')
  return Listed.parse(await json(answer)).url
}
