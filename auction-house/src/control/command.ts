import * as z from 'zod'
import type { House } from '../house.ts'

/** A control command that cannot be carried out: 404 for a missing object, 409 for a conflict with its state. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: 404 | 409

  constructor(status: 404 | 409, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * A control command, callable over HTTP and in process. `*` in a path stands for the item id. `call` throws a `ZodError`
 * for invalid input, or a `ControlError`.
 */
export type Command<Input extends z.ZodType, Result> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  input: Input
  call: (house: House, input: unknown) => Result
}

type Definition<Input extends z.ZodType, Result> = Omit<Command<Input, Result>, 'call'> & {
  run: (house: House, input: z.output<Input>) => Result
}

export const command = <Input extends z.ZodType, Result>(
  definition: Definition<Input, Result>,
): Command<Input, Result> => ({
  ...definition,
  call: (house, input) => definition.run(house, definition.input.parse(input)),
})

export const noInput = z.strictObject({})

export const itemId = z.coerce.number().int().positive()

/** Dollars in JSON, parsed to cents. */
export const money = z
  .number()
  .positive()
  .max(1_000_000)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'at most two decimals')
  .transform((amount) => Math.round(amount * 100))

/** At most two weeks, since the house runs every event in between. */
export const seconds = z
  .number()
  .positive()
  .max(14 * 86_400)
