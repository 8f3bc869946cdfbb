import type { Generated } from 'kysely'

export type PushKeyTable = {
  is_only: Generated<boolean>
  public_key: string
  sealed_private_key: string
  created_at: Date
}
