const LATEST_INSTANT_S = 8.64e12

/**
 * When the token says that it ends (epoch ms), and whose it is. Nobody but the site can check its signature, so this is
 * only what it claims; null for what cannot be read.
 */
export function readTokenClaims(token: string): { expiresAt: number | null; buyerId: string | null } {
  const { exp, BuyerId } = payloadOf(token)
  const expires = typeof exp === 'number' && exp > 0 && exp <= LATEST_INSTANT_S
  const named = (typeof BuyerId === 'string' && BuyerId !== '') || typeof BuyerId === 'number'
  return { expiresAt: expires ? Math.floor(exp * 1_000) : null, buyerId: named ? String(BuyerId).slice(0, 64) : null }
}

function payloadOf(token: string): { exp?: unknown; BuyerId?: unknown } {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}
