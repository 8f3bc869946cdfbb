import type { Generated, Selectable } from 'kysely'

export type MailboxTable = {
  id: string
  recipient: string
  subject: string
  html: string
  text: string
  sent_at: Date
}

export type MailLinkTable = {
  id: Generated<number>
  account_id: number
  purpose: 'verify_email' | 'reset_password' | 'change_email' | 'restore_email'
  token_hash: Buffer
  email: string
  session_id: string | null
  expires_at: Date
  used_at: Date | null
  created_at: Date
}
export type MailLinkRow = Selectable<MailLinkTable>

export type LinkRequestTable = {
  id: Generated<number>
  purpose: string
  email: string
  ip_address: string
  at: Date
}
