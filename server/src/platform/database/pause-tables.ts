import type { Generated } from 'kysely'

/** One row. */
export type OperatorPauseTable = {
  singleton: Generated<true>
  state: 'off' | 'no_new' | 'all'
  reason: string | null
  since: Date | null
}

export type PauseTable = {
  id: Generated<number>
  account_id: number | null
  state: 'off' | 'no_new' | 'all'
  requested_by: string
  reason: string | null
  at: Date
  account_pseudonym: Generated<string | null>
}

export type UnloggedPauseTable = { pause_id: number; at: Date; logged_up_to: Generated<number> }
