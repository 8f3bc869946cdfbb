const AWAY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '53300', '57P01', '57P03']
const REFUSED = ['28P01', '28000', '3D000']
/** What the driver and its pool say of a server that does not answer in time, or is gone. */
const AWAY_WORDS = /timeout expired|timeout exceeded when trying to connect|Connection terminated/

/** Whether an error says that PostgreSQL is away, which may pass, or that it refuses whoever connects so; null for others. */
export function connectFailureOf(error: unknown): 'away' | 'refused' | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (REFUSED.includes(code) || error.message.includes('does not support SSL')) return 'refused'
  return AWAY.includes(code) || AWAY_WORDS.test(error.message) ? 'away' : null
}
