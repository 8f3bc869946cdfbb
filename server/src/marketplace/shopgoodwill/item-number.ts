import { SiteError } from '../site-error.ts'

/** An id as the protocol's JSON has it. What cannot be one is an item that the site does not have. */
export function itemNumber(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new SiteError('not_found', 'The site has no such item')
  return number
}
