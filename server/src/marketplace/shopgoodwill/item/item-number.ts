import { SiteError } from '../../site-error.ts'

/** An id as the site's JSON writes it. Throws `not_found` for text that cannot be an id. */
export function itemNumber(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new SiteError('not_found', 'The site has no such item')
  return number
}
