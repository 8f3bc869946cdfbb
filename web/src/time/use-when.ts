import { MINUTE_MS } from './units.ts'
import { useNow } from './use-now.ts'
import { briefInBothZones } from './zoned-times.ts'

/** Formats instants of the server, and again each minute: `Sat 10:58 PM PST (Sun 7:58 AM CET)`. */
export function useWhen(): (iso: string) => string {
  const now = useNow(MINUTE_MS)
  return (iso) => briefInBothZones(Date.parse(iso), now)
}
