import { inspect } from 'node:util'

const REDACTED = '[redacted]'

/** Text that must not end up anywhere by accident: printed, logged or put into JSON, it shows nothing. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. Keep it to the call that needs it. */
  reveal(): string {
    return this.#text
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [inspect.custom](): string {
    return REDACTED
  }
}
