import { parse } from 'picoquery'

/** Reads a body or query in the form of Stripe's API: `items[0][price]=price_1` gives `{ items: [{ price: 'price_1' }] }`. */
export const parseForm = (text: string): object => parse(text, { nestingSyntax: 'index' })
