import type { AccountRow } from '../platform/database/tables.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import { presentProfile } from './present-profile.ts'

/** The reply to somebody who has signed in. */
export const presentSignIn = ({ account, token, deletionCancelled }: OpenedSession & { account: AccountRow }) => ({
  token,
  deletion_cancelled: deletionCancelled,
  data: { profile: presentProfile(account) },
})
