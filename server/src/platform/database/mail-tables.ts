import type { Generated, JSONColumnType, Selectable } from 'kysely'

export type MailTable = {
  id: string
  account_id: number | null
  kind: string
  recipient: string
  content: JSONColumnType<object | null, string | null, string | null>
  attempts: Generated<number>
  next_try_at: Date | null
  give_up_at: Date
  sent_at: Date | null
  given_up_at: Date | null
  last_error: string | null
  created_at: Date
}

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
