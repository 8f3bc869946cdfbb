import type { Letter, MailOf } from './template.ts'
import { BILLING_TEMPLATES } from './templates/billing.ts'
import { CONTACT_TEMPLATES } from './templates/contact.ts'
import { LINK_TEMPLATES } from './templates/links.ts'
import { NOTICE_TEMPLATES } from './templates/notices.ts'
import { PRIVACY_TEMPLATES } from './templates/privacy.ts'
import { TRIAL_TEMPLATES } from './templates/trial.ts'

/** Every kind of mail. A new family of templates is a file of its own, and a part of this list. */
const TEMPLATES = [
  ...CONTACT_TEMPLATES,
  ...LINK_TEMPLATES,
  ...NOTICE_TEMPLATES,
  ...PRIVACY_TEMPLATES,
  ...TRIAL_TEMPLATES,
  ...BILLING_TEMPLATES,
] as const

/** A mail to send: its kind with the values of that kind, the address, and the account that it is about. */
export type Mail = MailOf<(typeof TEMPLATES)[number]> & {
  to: string
  /** Null for a mail that must outlive its account. The others are deleted with it. */
  accountId: number | null
}

/** The letter of a mail from the outbox. Throws for a kind that does not exist, and for values that the kind does not have. */
export function composeMail(kind: string, values: unknown): Letter {
  const template = TEMPLATES.find((known) => known.kind === kind)
  if (!template) throw new Error(`No template of mail is called ${kind}`)
  return template.compose(values)
}
