import { centsFromDollars } from '@bidwell/contract'
import * as z from 'zod'

import { parsePacific } from './pacific-time.ts'
import { plainLine } from './plain-text.ts'

const LONGEST_LINE = 500
const LONGEST_URL = 2_048

/** Dollars on the wire, integer cents here; a third decimal is no price. */
export const Cents = z.number().transform((dollars, context) => {
  const cents = dollars < 0 ? null : centsFromDollars(dollars)
  if (cents === null) {
    context.addIssue({ code: 'custom', message: 'not an amount in whole cents' })
    return z.NEVER
  }
  return cents
})

/** Naive Pacific time on the wire, the instants that it can mean here. */
export const Pacific = z.string().transform((text, context) => {
  const time = parsePacific(text)
  if (time === null) {
    context.addIssue({ code: 'custom', message: 'not a Pacific time as the site writes it' })
    return z.NEVER
  }
  return time
})

/** Ids come as numbers and go out as text. */
export const Id = z.int().positive().transform(String)

export const Count = z.int().nonnegative()

export const Line = z.string().transform((html) => plainLine(html, LONGEST_LINE))

/** A line that may be missing, null or empty: null in each case. */
export const LineOrNull = z.nullish(Line).transform((line) => line || null)

/** A picture's address if it is one that a browser may load; the site writes some with backslashes. */
export function pictureUrl(path: string, base?: string): string | null {
  const url = URL.parse(path.replaceAll('\\', '/'), base)
  const loadable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return loadable && url.href.length <= LONGEST_URL ? url.href : null
}

export const PictureUrl = z.nullish(z.string()).transform((text) => (text ? pictureUrl(text) : null))
