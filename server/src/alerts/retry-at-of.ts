import * as z from 'zod/mini'

/** Nobody may hold an alert back for longer. */
const MAX_WAIT_MS = 86_400_000
/** Telegram and Discord name the seconds in the body too, and Telegram only there. */
const Waits = z.object({
  retry_after: z.optional(z.number()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})

type Answer = { headers: Record<string, string | string[] | undefined>; body: string }

/** When a service asks to be called again, epoch ms; null when it does not say. */
export function retryAtOf({ headers, body }: Answer, now: number): number | null {
  const first = (name: string) => [headers[name]].flat()[0]
  // By the service's own clock, where it tells it.
  const answeredAt = Date.parse(first('date') ?? '')
  const waitMs = waitOf(first('retry-after'), Number.isNaN(answeredAt) ? now : answeredAt) ?? waitIn(body)
  return waitMs === null || !(waitMs > 0) ? null : now + Math.min(waitMs, MAX_WAIT_MS)
}

/** Seconds, or a date. */
function waitOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : at - now
}

function waitIn(body: string): number | null {
  try {
    const { retry_after: own, parameters } = Waits.parse(JSON.parse(body))
    const seconds = own ?? parameters?.retry_after
    return seconds === undefined ? null : seconds * 1_000
  } catch {
    return null
  }
}
