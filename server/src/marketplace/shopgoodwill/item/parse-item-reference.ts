const MAX_LENGTH = 2_048
const BARE_ID = /^[1-9]\d{5,17}$/
// Not parsed as a URL: a URL parser accepts spellings of the host that no link of the site has.
const ITEM_LINK = /^(?:https?:\/\/)?(?<host>[^/?#]+)\/(?:shopgoodwill\/)?item\/(?<id>[1-9]\d{5,17})\/?(?:[?#].*)?$/i
const OLD_ITEM_LINK = /^(?:https?:\/\/)?(?<host>[^/?#]+)\/viewitem\.asp\?itemid=(?<id>[1-9]\d{5,17})(?:[&#].*)?$/i

/**
 * The item id of a bare number or of a link to the site; null for anything else. Host and port must equal one of
 * `itemHosts` letter by letter, so look-alike hosts, user names and other ports are rejected.
 */
export function parseItemReference(text: string, itemHosts: readonly string[]): string | null {
  const reference = text.trim()
  if (reference.length > MAX_LENGTH) return null
  if (BARE_ID.test(reference)) return reference
  const { host, id } = (ITEM_LINK.exec(reference) ?? OLD_ITEM_LINK.exec(reference))?.groups ?? {}
  return host !== undefined && id !== undefined && itemHosts.includes(host.toLowerCase()) ? id : null
}
