import type { Generated } from 'kysely'

export type ReadShareTable = {
  account_id: number
  marketplace: string
  tokens: number
  refilled_at: Date
  refreshes_until: Generated<Date | null>
}
