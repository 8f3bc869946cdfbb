import * as z from 'zod'

import type { House } from '../house.ts'

/** A wish of the control panel that cannot be met: 404 for what is not there, 409 for what cannot be now. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: 404 | 409

  constructor(status: 404 | 409, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * One thing that control can do, over HTTP and in process. `*` in a path stands for the item id.
 * `call` checks what it is given and throws a ZodError or a ControlError.
 */
export type Verb<Input extends z.ZodType, Result> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  input: Input
  call: (house: House, wanted: unknown) => Result
}

type Definition<Input extends z.ZodType, Result> = Omit<Verb<Input, Result>, 'call'> & {
  run: (house: House, input: z.output<Input>) => Result
}

export const verb = <Input extends z.ZodType, Result>(definition: Definition<Input, Result>): Verb<Input, Result> => ({
  ...definition,
  call: (house, wanted) => definition.run(house, definition.input.parse(wanted)),
})

export const nothing = z.strictObject({})

export const itemId = z.coerce.number().int().positive()

/** Dollars on the wire, cents inside. */
export const money = z
  .number()
  .positive()
  .max(1_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'at most two decimals')
  .transform((amount) => Math.round(amount * 100))

/** At most two weeks: everything that happens meanwhile has to be played through. */
export const seconds = z
  .number()
  .positive()
  .max(14 * 86_400)
