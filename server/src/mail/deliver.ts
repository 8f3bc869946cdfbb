import type { Rendered } from './render-mail.ts'

/** A mail as it leaves. `id` makes the Message-ID, and is the same each time the mail is sent. */
export type Outgoing = Rendered & { id: string; to: string; /** Epoch ms. */ writtenAt: number }

/** Hands a mail over. Throws `MailRefused` when another try would be answered the same, and any error otherwise. */
export type Deliver = (mail: Outgoing, signal: AbortSignal) => Promise<void>

/** The mail server will never take this mail, for instance because the address does not exist. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** For an installation without a mail server. */
export const deliverNowhere: Deliver = async () => {
  throw new MailRefused('This installation has no mail server')
}
