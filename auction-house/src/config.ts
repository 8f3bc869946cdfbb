import * as z from 'zod'
import { DEFAULT_SEED } from './start-auction-house.ts'

const Environment = z.object({
  AUCTION_HOUSE_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  HOST: z.string().min(1).default('127.0.0.1'),
  AUCTION_HOUSE_SEED: z.coerce.number().int().min(0).default(DEFAULT_SEED),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type Config = { port: number; host: string; seed: number; logLevel: z.infer<typeof Environment>['LOG_LEVEL'] }

/** Reads the configuration from the environment. Returns one line for each mistake instead if there are any. */
export function readConfig(environment: Record<string, string | undefined>): Config | { mistakes: string[] } {
  const { success, data, error } = Environment.safeParse(environment)
  if (!success) return { mistakes: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  return { port: data.AUCTION_HOUSE_PORT, host: data.HOST, seed: data.AUCTION_HOUSE_SEED, logLevel: data.LOG_LEVEL }
}
