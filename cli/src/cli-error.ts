import type { AskedBid } from '@bidwell/contract'

/** How the program ends when it has not done what it was asked for. Scripts rely on these numbers. */
export const EXIT = {
  /** Bidwell has refused it. */
  refused: 1,
  /** The command, its options or the settings are wrong: nothing was asked of Bidwell. */
  wrongUse: 2,
  /** Bidwell does not answer, or fails. */
  notReachable: 3,
} as const

type Details = readonly { path: string; message: string }[]

/**
 * A failure that ends the program with `exitCode`. `code`, `details` and `request` are those of the API, where it has answered;
 * `request` is a bid that waits for its owner.
 */
export class CliError extends Error {
  readonly exitCode: number
  readonly code: string
  readonly details: Details
  readonly request: AskedBid | null

  constructor(
    ending: keyof typeof EXIT,
    message: string,
    {
      code = ending,
      details = [],
      request = null,
    }: { code?: string; details?: Details; request?: AskedBid | null } = {},
  ) {
    super(message)
    this.exitCode = EXIT[ending]
    this.code = code
    this.details = details
    this.request = request
  }
}
