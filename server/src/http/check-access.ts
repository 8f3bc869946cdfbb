import { type Access, messages } from '@bidwell/contract'
import { type AdminDeps, isAdmin } from '../accounts/is-admin.ts'
import { AppError } from '../platform/errors.ts'
import { requireProof } from '../second-factors/prove-identity.ts'
import { checkSession, type SessionDeps } from '../sessions/check-session.ts'
import type { Caller } from './route.ts'

export type AccessDeps = AdminDeps & SessionDeps

/**
 * The caller, for an endpoint of this access; null where no sign-in is needed and none is known. Throws 403 without a
 * recent proof, and the 404 of an unknown address where only the administrator may call.
 */
export async function checkAccess(deps: AccessDeps, access: Access, authorization: string | undefined) {
  if (access === 'anyone' || (access === 'optional' && authorization === undefined)) return null
  const isForAdmin = access === 'admin' || access === 'admin-proven'
  if (isForAdmin && authorization === undefined) throw new AppError('not_found', messages.generic.notFound)
  const caller = await checkSignedIn(deps, authorization)
  if (isForAdmin && !(await isAdmin(deps, caller.accountId))) {
    throw new AppError('not_found', messages.generic.notFound)
  }
  if (access === 'recently-proven' || access === 'admin-proven') requireProof(caller, deps.clock.now())
  return caller
}

/** Reads the session's row after each call has arrived: a revoked session is refused at once. Throws 401. */
export async function checkSignedIn(deps: AccessDeps, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new AppError('not_signed_in', messages.session.expired)
  return checkSession(deps, token)
}
