/** Nobody may hold an alert back for longer. */
const MAX_WAIT_MS = 86_400_000

type Answer = { headers: Record<string, string | string[] | undefined> }

/** When a service asks to be called again, epoch ms; null when it does not say. */
export function retryAtOf({ headers }: Answer, now: number): number | null {
  const first = (name: string) => [headers[name]].flat()[0]
  // By the service's own clock, where it tells it.
  const answeredAt = Date.parse(first('date') ?? '')
  const waitMs = waitOf(first('retry-after'), Number.isNaN(answeredAt) ? now : answeredAt)
  return waitMs === null || !(waitMs > 0) ? null : now + Math.min(waitMs, MAX_WAIT_MS)
}

/** Seconds, or a date. */
function waitOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : at - now
}
