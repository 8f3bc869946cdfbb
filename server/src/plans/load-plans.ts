import { readFile } from 'node:fs/promises'
// Not the whole contract, which the process that starts all the others would keep in memory.
import { UNLIMITED } from '@bidwell/contract/plan'
import * as z from 'zod/mini'
import type { Config } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'

/** What a plan allows: auctions tracked and open, and snipes of a month. -1 stands for no limit. */
export type Limits = { auctions: number; snipes: number }
export type PaidPlan = Limits & {
  id: string
  name: string
  monthlyCents: number
  yearlyCents: number
  sms: boolean
  prioritySupport: boolean
}
/** The plans of an installation: one trial, one plan without a price, and the plans that can be bought, the cheapest first. */
export type Plans = {
  trial: Limits & { name: string; days: number }
  free: Limits & { name: string }
  paid: readonly PaidPlan[]
}

/** The tiers besides the ids of the paid plans. */
const RESERVED_IDS = ['trial', 'free', 'self-hosted']
const MOST = 1_000_000
/** Stripe refuses charges below. */
const LEAST_PRICE_CENTS = 50

const limit = z.int().check(z.minimum(UNLIMITED), z.maximum(MOST))
const limits = { auctions: limit, snipes: limit }
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const price = z.string().check(
  z.regex(/^\d{1,5}\.\d{2}$/),
  z.refine((text) => centsOf(text) >= LEAST_PRICE_CENTS),
)
const PlansFile = z.strictObject({
  trial: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(90)), ...limits }),
  free: z.strictObject({ name, ...limits }),
  paid: z
    .array(
      z.strictObject({
        id: z.string().check(
          z.regex(/^[a-z][a-z0-9_-]{0,39}$/),
          z.refine((id) => !RESERVED_IDS.includes(id)),
        ),
        name,
        monthly: price,
        yearly: price,
        ...limits,
        sms: z._default(z.boolean(), false),
        prioritySupport: z._default(z.boolean(), false),
      }),
    )
    .check(z.maxLength(10)),
})

const PRICE_RULE = 'must be dollars with two decimals between quotes, from "0.50" to "99999.99"'
const RULES: Record<string, string> = {
  trial: 'must be an object with days, auctions and snipes',
  free: 'must be an object with name, auctions and snipes',
  paid: 'must be a list of at most 10 plans',
  days: 'must be a whole number from 1 to 90',
  auctions: `must be a whole number from 0 to ${MOST}, or -1 for no limit`,
  snipes: `must be a whole number from 0 to ${MOST}, or -1 for no limit`,
  id: `must be of small letters, digits, - and _, begin with a letter, and not be ${RESERVED_IDS.join(' or ')}`,
  name: 'must be a text of 1 to 40 characters',
  monthly: PRICE_RULE,
  yearly: PRICE_RULE,
  sms: 'must be true or false',
  prioritySupport: 'must be true or false',
}

/** Reads and checks the file with the plans. Throws a StartupError with one line per mistake: which plan, field and rule. */
export async function loadPlans(file: string): Promise<Plans> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`PLANS_FILE ${file} cannot be read`, { cause })
  })
  const json = parse(text, file)
  const parsed = PlansFile.safeParse(json)
  const mistakes = parsed.success
    ? repeatedNames(parsed.data.paid)
    : parsed.error.issues.flatMap((issue) => describeIssue(json, issue))
  if (!parsed.success || mistakes.length > 0) {
    throw new StartupError(mistakes.map((mistake) => `PLANS_FILE ${file}: ${mistake}`).join('\n'))
  }
  const { trial, free, paid } = parsed.data
  const plans = paid.map(({ monthly, yearly, ...plan }) => ({
    ...plan,
    monthlyCents: centsOf(monthly),
    yearlyCents: centsOf(yearly),
  }))
  return {
    trial: { name: 'Trial', ...trial },
    free,
    paid: plans.toSorted((one, other) => one.monthlyCents - other.monthlyCents),
  }
}

const centsOf = (price: string): number => Number(price.replace('.', ''))

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StartupError(`PLANS_FILE ${file} must be JSON: ${String(cause)}`, { cause })
  }
}

/** One line per fault: an issue about unknown fields names several. */
function describeIssue(json: unknown, issue: z.core.$ZodIssue): string[] {
  const [part, index, inner] = issue.path
  const isPaid = part === 'paid' && index !== undefined
  const field = isPaid ? inner : (index ?? part)
  const where = isPaid ? `${nameOfPlan(json, Number(index))}: ` : index === undefined ? '' : `plan ${String(part)}: `
  if (issue.code === 'unrecognized_keys') {
    const inside = isPaid || part === undefined ? where : `plan ${String(part)}: `
    return issue.keys.map((key) => `${inside}${key} is not a known field`)
  }
  if (field === undefined) return [isPaid ? `${where}must be an object` : 'must be an object with trial, free and paid']
  return [`${where}${String(field)} ${RULES[String(field)] ?? issue.message}`]
}

/** A plan by its id, or by its place where it has none. */
function nameOfPlan(json: unknown, index: number): string {
  const { paid } = Object(json) as { paid?: { id?: unknown }[] }
  const id = Object(paid?.[index])['id']
  return typeof id === 'string' ? `plan ${id}` : `paid plan ${index + 1}`
}

function repeatedNames(paid: readonly { id: string; name: string }[]): string[] {
  return (['id', 'name'] as const).flatMap((field) => {
    const repeated = paid.filter((plan, at) => paid.findIndex((other) => other[field] === plan[field]) !== at)
    return repeated.map((plan) => `plan ${plan.id}: ${field} must be its own: another plan has the same`)
  })
}

/**
 * The plans of this installation; null where everything is unlimited. Throws a StartupError for a mistake in the file, and
 * where plans are sold and cannot be paid: a test checkout would give away what the real site costs.
 */
export async function readPlans({ plans, billing }: Pick<Config, 'plans' | 'billing'>): Promise<Plans | null> {
  if (!plans) return null
  if (!billing) {
    throw new StartupError(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, because plans are sold for the real site: ' +
        'PLAN_MODE=self-hosted makes everything unlimited instead',
    )
  }
  return loadPlans(plans.file)
}
