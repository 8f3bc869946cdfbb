import type { Carried } from './carried.ts'
import type { Facts } from './facts.ts'
import { within } from './within.ts'

const CONNECT_MS = 5_000

/** Opens the line on which the bid will leave. Throws what the site throws. */
export async function connectLine({ engine, gear }: Carried, facts: Facts, stop: AbortSignal): Promise<Facts> {
  const { line } = gear
  if (!line) return { ...facts, loggedIn: false }
  await within(engine.ports.clock, CONNECT_MS, stop, (signal) => line.connect(signal))
  return { ...facts, failures: 0, notBefore: -Infinity }
}
