import { api, type WireAuction } from '@bidwell/contract'
import { call } from './call.ts'
import { CliError } from './cli-error.ts'
import type { Installation } from './installation.ts'
import { report } from './print.ts'

type Tracked = { link: string; auction: WireAuction; already_tracked: boolean }
type Refused = { link: string; message: string; code: string }

/**
 * Tracks the auctions of these links and item numbers, one after the other. One that is refused does not stop the others. Throws
 * when Bidwell stops answering; what was tracked until then stays, and tracking it again changes nothing.
 */
export async function trackAuctions(to: Installation, links: readonly string[]) {
  const tracked: Tracked[] = []
  const refused: Refused[] = []
  for (const [index, link] of links.entries()) {
    if (links.length > 1) report(`${index + 1} of ${links.length}…`)
    try {
      const { auction, already_tracked } = await trackAuction(to, link)
      tracked.push({ link, auction, already_tracked })
    } catch (error) {
      if (!(error instanceof CliError) || !isAboutLink(error)) throw error
      refused.push({ link, message: error.message, code: error.code })
    }
  }
  return { tracked, refused }
}

/** Tracks the auction of a link or an item number. */
export async function trackAuction(to: Installation, link: string) {
  const number = /^[0-9]{6,18}$/.test(link)
    ? link
    : (await call(to, api.scrapeAuction, { body: { url: link } })).data.auction_id
  return (await call(to, api.trackAuction, { body: { auction_id: number } })).data
}

/** Whether the next link may fare better. */
const isAboutLink = ({ code }: CliError) =>
  ['malformed', 'rule_broken', 'not_found', 'auction_over', 'conflict', 'site_unavailable'].includes(code)
