const LONGEST = 2_048
const BARE_ID = /^[1-9]\d{5,17}$/
// Read by hand: a URL parser would see the site's host in spellings that no link of the site has.
const ITEM_LINK = /^(?:https?:\/\/)?(?<host>[^/?#]+)\/(?:shopgoodwill\/)?item\/(?<id>[1-9]\d{5,17})\/?(?:[?#].*)?$/i
const OLD_ITEM_LINK = /^(?:https?:\/\/)?(?<host>[^/?#]+)\/viewitem\.asp\?itemid=(?<id>[1-9]\d{5,17})(?:[&#].*)?$/i

/**
 * The item id of a bare number or of a link in one of the site's forms; null for anything else. A host counts with its
 * port, letter for letter, so no look-alike, user name or other port gets by.
 */
export function parseItemReference(text: string, itemHosts: readonly string[]): string | null {
  const reference = text.trim()
  if (reference.length > LONGEST) return null
  if (BARE_ID.test(reference)) return reference
  const { host, id } = (ITEM_LINK.exec(reference) ?? OLD_ITEM_LINK.exec(reference))?.groups ?? {}
  return host !== undefined && id !== undefined && itemHosts.includes(host.toLowerCase()) ? id : null
}
