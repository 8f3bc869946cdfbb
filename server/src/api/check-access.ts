import { type Endpoint, messages } from '@bidwell/contract'
import type { AnyCaller } from '../http/route.ts'
import { isAdmin } from '../identity/accounts/is-admin.ts'
import { checkToken, requireScope } from '../identity/api-tokens/check-token.ts'
import type { IdentityCtx } from '../identity/identity-ctx.ts'
import { requireProof } from '../identity/second-factors/prove-identity.ts'
import { checkSession } from '../identity/sessions/check-session.ts'
import { AppError } from '../platform/errors.ts'

type Needed = Pick<Endpoint, 'access' | 'scope'>
type Asking = { headers: { authorization?: string | undefined }; ip: string; caller: AnyCaller | null }

/**
 * Finds the caller, for an endpoint of this access and scope; none where no sign-in is needed and none is known. The row of the session
 * or the token is read after each call has arrived: a revoked one is refused at once. Throws 401; 403 without a
 * recent proof, and for a token without the scope; and the 404 of an unknown address where only the administrator may call.
 */
export async function checkAccess(
  ctx: IdentityCtx,
  { access, scope }: Needed,
  request: Asking,
): Promise<AnyCaller | null> {
  const { headers, ip } = request
  const { authorization } = headers
  if (access === 'anyone' || (access === 'optional' && authorization === undefined)) return null
  const isForAdmin = access === 'admin' || access === 'admin-proven'
  const token = tokenIn(authorization)
  if (isForAdmin && (authorization === undefined || token !== null)) {
    throw new AppError('not_found', messages.generic.notFound)
  }
  if (token !== null) {
    const program = (request.caller = await checkToken(ctx, token, ip))
    if (scope === 'people' || scope === 'open') throw new AppError('scope_missing', messages.apiToken.peopleOnly)
    requireScope(program, scope)
    return program
  }
  // Known to the log also where the call is refused.
  const caller = (request.caller = await checkSession(ctx, sessionTokenIn(authorization)))
  if (isForAdmin && !(await isAdmin(ctx, caller.accountId))) {
    throw new AppError('not_found', messages.generic.notFound)
  }
  if (access === 'recently-proven' || access === 'admin-proven') requireProof(caller, ctx.clock.now())
  return caller
}

/** The text of a program's token. Only this header holds tokens: the addresses of calls stand in logs and histories. */
const tokenIn = (authorization: string | undefined) => /^Bearer (bwp_\S*)$/.exec(authorization ?? '')?.[1] ?? null

function sessionTokenIn(authorization: string | undefined): string {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new AppError('not_signed_in', messages.session.expired)
  return token
}
