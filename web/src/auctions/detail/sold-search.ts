import { tellingWords } from '@bidwell/contract'

/** eBay's own search of sold items with the telling words of a title; null for a title without any. */
export function soldSearchUrl(title: string): string | null {
  const words = tellingWords(title)
  if (words.length === 0) return null
  const query = new URLSearchParams({ _nkw: words.join(' '), LH_Sold: '1', LH_Complete: '1' })
  return `https://www.ebay.com/sch/i.html?${query}`
}
