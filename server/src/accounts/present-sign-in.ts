import type { PlanDeps } from '../plans/read-entitlement.ts'
import type { AccountRow } from '../platform/database/tables.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import { presentProfile } from './present-profile.ts'

type SignedIn = OpenedSession & { account: AccountRow }

/** The reply to somebody who has signed in. */
export const presentSignIn = async (
  deps: PlanDeps,
  { account, token, deletionCancelled, deletionDueAt }: SignedIn,
) => ({
  token,
  deletion_cancelled: deletionCancelled,
  deletion_due: deletionDueAt === null ? null : new Date(deletionDueAt).toISOString(),
  data: { profile: await presentProfile(deps, account) },
})
