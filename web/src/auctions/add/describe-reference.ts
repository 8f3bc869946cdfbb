import { AUCTION, messages, type SiteInfo } from '@bidwell/contract'

/** The end of a host's name: `com`, `de`, `co.uk`, `com.au`. */
const COUNTRY = '(?:com|[a-z]{2}|com?\\.[a-z]{2})'

/** Sites whose links people paste, by the end of their hosts' names. */
const OTHER_SITES: readonly [host: RegExp, what: string][] = [
  [new RegExp(`(^|\\.)ebay\\.${COUNTRY}$`), 'an eBay link'],
  [/(^|\.)etsy\.com$/, 'an Etsy link'],
  [new RegExp(`(^|\\.)amazon\\.${COUNTRY}$`), 'an Amazon link'],
  [/(^|\.)mercari\.com$/, 'a Mercari link'],
  [/(^|\.)facebook\.com$/, 'a Facebook link'],
  [/(^|\.)craigslist\.org$/, 'a Craigslist link'],
  [/(^|\.)hibid\.com$/, 'a HiBid link'],
  [/(^|\.)goodwillfinds\.com$/, 'a GoodwillFinds link'],
  [/(^|\.)shopgoodwill\.com$/, 'a ShopGoodwill link'],
]
const REAL_SITE = /(^|\.)shopgoodwill\.com$/

/** What a text is that names no item of the site, in a sentence; null when it could be anything. */
export function describeReference(text: string, site: Pick<SiteInfo, 'name' | 'home_url' | 'practice'>): string | null {
  const reference = text.trim()
  if (/^\d+$/.test(reference)) {
    return reference.length < AUCTION.minIdDigits ? messages.auction.numberTooShort(AUCTION.minIdDigits) : null
  }
  const host = hostOf(/^https?:\/\//i.test(reference) ? reference : `https://${reference}`)
  // A bare word is no address.
  if (host === null || !host.includes('.')) return null
  if (host === hostOf(site.home_url)) return messages.auction.noItemInLink(site.name)
  if (site.practice && REAL_SITE.test(host)) return messages.auction.practiceOnly(site.name)
  const known = OTHER_SITES.find(([pattern]) => pattern.test(host))
  return messages.auction.otherSite(known?.[1] ?? `a link to ${host}`, site.name)
}

/** The host of an address without `www.`; null for a text that is none. */
function hostOf(address: string): string | null {
  if (/\s/.test(address) || !URL.canParse(address)) return null
  return new URL(address).hostname.replace(/^www\./, '')
}
