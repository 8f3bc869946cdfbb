const MAX_INSTANT_S = 8.64e12

/**
 * The expiry that a JSON web token claims, epoch ms; null when it cannot be read. Only the site can verify the token's
 * signature, so the claim is unverified.
 */
export function readTokenExpiry(token: string): number | null {
  const { exp } = payloadOf(token)
  return typeof exp === 'number' && exp > 0 && exp <= MAX_INSTANT_S ? Math.floor(exp * 1_000) : null
}

function payloadOf(token: string): { exp?: unknown } {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}
