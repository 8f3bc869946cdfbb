import * as z from 'zod'

const Environment = z.object({
  PRACTICE_STRIPE_PORT: z.coerce.number().int().min(0).max(65_535).default(3002),
  HOST: z.string().min(1).default('127.0.0.1'),
  PRACTICE_STRIPE_FILE: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  WEBHOOK_URL: z.url(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export type Config = z.infer<typeof Environment>

/** Reads the configuration from the environment. Returns one line for each mistake instead if there are any. */
export function readConfig(environment: Record<string, string | undefined>): Config | { mistakes: string[] } {
  const { data, error } = Environment.safeParse(environment)
  return data ?? { mistakes: (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`) }
}
