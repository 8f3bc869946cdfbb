import type { Generated } from 'kysely'

export type AccountDeletionTable = {
  id: Generated<number>
  account_id: number
  requested_by: 'owner' | 'operator'
  reason: string | null
  requested_at: Generated<Date>
  due_at: Generated<Date>
  cancelled_at: Date | null
  completed_at: Date | null
}
