import type * as z from 'zod'

import type { House } from '../house.ts'
import { accountVerbs } from './account-verbs.ts'
import { houseVerbs } from './house-verbs.ts'
import { listingVerbs } from './listing-verbs.ts'
import type { Verb } from './verb.ts'

export const VERBS = { ...listingVerbs, ...accountVerbs, ...houseVerbs }

type Verbs = typeof VERBS

/** Every verb of control as a plain function: checks its input like the HTTP route does, and throws what is wrong. */
export type Control = {
  [Name in keyof Verbs]: Verbs[Name] extends Verb<infer Input, infer Result>
    ? (...input: {} extends z.input<Input> ? [input?: z.input<Input>] : [input: z.input<Input>]) => Result
    : never
}

export const controlOf = (house: House) =>
  // Each function is made from the verb of the same name, which is what the type says.
  Object.fromEntries(
    Object.entries(VERBS).map(([name, verb]) => [name, (input: unknown = {}) => verb.call(house, input)]),
  ) as Control
