/**
 * What an answer says of the session. `expired`: the token has run out and can be exchanged. `over`: the session has
 * ended. A 401 for a refused password says so in its header, and leaves the session as it was.
 */
export function sessionStatus(answer: Response): 'stands' | 'expired' | 'over' {
  if (answer.status !== 401) return 'stands'
  const expired = answer.headers.get('x-token-expired')
  if (expired === null) return 'over'
  return expired === 'true' ? 'expired' : 'stands'
}
