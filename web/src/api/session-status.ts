/**
 * What a response says about the session. `token-expired`: exchange the token and repeat the call. `ended`: sign in
 * again. A 401 for a wrong password carries `X-Token-Expired: false` and leaves the session `unchanged`.
 */
export function sessionStatus(response: Response): 'unchanged' | 'token-expired' | 'ended' {
  if (response.status !== 401) return 'unchanged'
  const tokenExpired = response.headers.get('x-token-expired')
  if (tokenExpired === null) return 'ended'
  return tokenExpired === 'true' ? 'token-expired' : 'unchanged'
}
