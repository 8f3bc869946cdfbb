import { parse } from 'picoquery'

/**
 * Reads a body or query in the form of Stripe's API: `items[0][price]=price_1` gives `{ items: [{ price: 'price_1' }] }`.
 * The library sees brackets in names only when they are not escaped.
 */
export const parseForm = (text: string): object =>
  parse(text.replace(/%5B/gi, '[').replace(/%5D/gi, ']'), { nestingSyntax: 'index' })
