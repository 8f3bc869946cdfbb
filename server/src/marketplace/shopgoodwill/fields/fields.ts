import { centsFromDollars } from '@bidwell/contract'
import * as z from 'zod'
import { SiteError } from '../../site-error.ts'
import { parsePacific } from './parse-pacific-time.ts'
import { plainLine } from './plain-text.ts'

const MAX_LINE_LENGTH = 500
const MAX_URL_LENGTH = 2_048

/** Dollars in JSON, parsed to integer cents. An amount with a third decimal is rejected. */
export const Cents = z.number().transform((dollars, context) => {
  const cents = dollars < 0 ? null : centsFromDollars(dollars)
  if (cents === null) {
    context.addIssue({ code: 'custom', message: 'not an amount in whole cents' })
    return z.NEVER
  }
  return cents
})

/** Pacific time without an offset in JSON, parsed to the instants that it can mean. */
export const Pacific = z.string().transform((text, context) => {
  const time = parsePacific(text)
  if (time === null) {
    context.addIssue({ code: 'custom', message: 'not a Pacific time as the site writes it' })
    return z.NEVER
  }
  return time
})

/** An id: a number in JSON, parsed to text. */
export const Id = z.int().positive().transform(String)

export const Count = z.int().nonnegative()

export const Line = z.string().transform((html) => plainLine(html, MAX_LINE_LENGTH))

/** A field that no verdict needs: null when it is missing or cannot be understood, so that it never fails a reading. */
export const decorative = <T extends z.ZodType>(field: T) => z.nullable(field).catch(null)

/** A line that no verdict needs; null also when it is empty. */
export const DecorativeLine = decorative(Line).transform((line) => line || null)

/** A picture's URL, or null unless it is http or https. The site writes some paths with backslashes. */
export function pictureUrl(path: string, base?: string): string | null {
  const url = URL.parse(path.replaceAll('\\', '/'), base)
  const loadable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return loadable && url.href.length <= MAX_URL_LENGTH ? url.href : null
}

/** An id as the site's JSON writes it. Throws `not_found` for text that cannot be an id. */
export function itemNumber(id: string): number {
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new SiteError('not_found', 'The site has no such item')
  return number
}
