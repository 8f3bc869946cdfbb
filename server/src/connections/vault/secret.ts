import { inspect } from 'node:util'

const REDACTED = '[redacted]'

/** Text that must not leak by accident: printed, logged or converted to JSON, it shows a placeholder. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the text. Call it where the text is used, and nowhere earlier. */
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
