import type * as z from 'zod'
import type { House } from '../house.ts'
import { accountCommands } from './account-commands.ts'
import type { Command } from './command.ts'
import { houseCommands } from './house-commands.ts'
import { listingCommands } from './listing-commands.ts'

export const COMMANDS = { ...listingCommands, ...accountCommands, ...houseCommands }

type Commands = typeof COMMANDS

/** Every control command as a function. It checks its input as the HTTP route does, and throws if it is invalid. */
export type Control = {
  [Name in keyof Commands]: Commands[Name] extends Command<infer Input, infer Result>
    ? (...input: {} extends z.input<Input> ? [input?: z.input<Input>] : [input: z.input<Input>]) => Result
    : never
}

export const controlOf = (house: House) =>
  // Each function is made from the command of the same name, as the type states.
  Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]) => [name, (input: unknown = {}) => command.call(house, input)]),
  ) as Control
