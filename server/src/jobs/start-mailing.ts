import { type SendDeps, sendMails } from '../mail/send-mails.ts'
import { every } from '../platform/every.ts'

const INTERVAL_MS = 1_000

type MailingDeps = SendDeps & { onError: (error: unknown) => void }

/** Sends the mails of the outbox, until disposed. */
export const startMailing = (deps: MailingDeps): AsyncDisposable =>
  every(deps.clock, INTERVAL_MS, (signal) => sendMails(deps, signal), { onError: deps.onError })
