export type TextMessage = {
  /** A number with its country, such as +15551234567. */
  to: string
  text: string
  /** From then on it is of no use. */
  validSeconds: number
  /** The same for each attempt of a delivery. */
  reference: string
}

/** What carries text messages. */
export type SmsProvider = {
  /** What the conversation is with. */
  readonly server: string
  /**
   * Sends a message and returns the provider's name for it. Throws `Refused`, `PutOff` or `Unreachable` when it has
   * certainly not accepted, and any other error when that is not known.
   */
  send(message: TextMessage, signal: AbortSignal): Promise<string>
  /** The latest messages that it has accepted for a number. */
  listSent(to: string, signal: AbortSignal): Promise<SentMessage[]>
}

export type SentMessage = {
  /** The provider's name for it. */
  id: string
  text: string
  /** Epoch ms. */
  at: number
}
