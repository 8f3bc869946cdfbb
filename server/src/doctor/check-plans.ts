import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { createStripeClient } from '../billing/stripe-client.ts'
import { checkPlansInUse } from '../plans/check-plans-in-use.ts'
import { readPlans } from '../plans/load-plans.ts'
import type { Db } from '../platform/database/tables.ts'
import { StartupError } from '../platform/startup-error.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

/** Whether the plans can be read, and contain those that somebody pays for. */
export async function checkPlans({ config, database }: Patient): Promise<Finding | Finding[]> {
  try {
    const plans = await readPlans(config)
    const warnings: string[] = []
    const connected = await database
    const log = { warn: (message: unknown) => void warnings.push(String(message)) }
    if (!('because' in connected)) await checkPlansInUse({ db: connected.db, log }, plans)
    if (warnings.length > 0)
      return warnings.map((text) => warn(text, 'Set PLAN_MODE=subscriptions until they have ended.'))
    if (plans === null || config.plans === null) return ok('there are none: everything is unlimited')
    return ok(`${config.plans.file} has ${plans.paid.length} plans to buy`)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message.split('\n').map((mistake) => fail(mistake, 'Correct it: the API and the jobs do not start.'))
  }
}

const STRIPE_WITHIN_MS = 2_500
const QUIET_DAYS = 35

/** Whether the payment service takes the key, and its messages arrive. */
export async function checkPayments({ config, database }: Patient): Promise<Finding> {
  if (config.billing === null) return ok('no plans are sold')
  const { host } = new URL(config.billing.apiUrl)
  try {
    await createStripeClient({ ...config.billing, timeoutMs: STRIPE_WITHIN_MS, retries: 0 }).prices.list({ limit: 1 })
  } catch (error) {
    return describeStripeFailure(error, host)
  }
  const connected = await database
  if (!('because' in connected) && (await isQuiet(connected.db))) {
    return warn(
      `${host} takes the key, and has sent no message for ${QUIET_DAYS} days while people pay for plans`,
      'Check the webhook at Stripe: its address is PUBLIC_URL/api/webhooks/stripe.',
    )
  }
  return ok(`${host} takes the key${config.billing.isTest ? '; no money moves' : ''}`)
}

/** A subscription that is older than its month has been paid at least once since. */
async function isQuiet(db: Db): Promise<boolean> {
  const { rows } = await sql<{ quiet: boolean }>`
    select exists (select from subscriptions
                    where status <> 'ended' and billing_interval = 'month'
                      and started_at < now() - make_interval(days => ${QUIET_DAYS}))
       and not exists (select from payment_events
                        where received_at > now() - make_interval(days => ${QUIET_DAYS})) as quiet`.execute(db)
  return rows[0]?.quiet === true
}

function describeStripeFailure(error: unknown, host: string): Finding {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError) {
    return fail(`${host} refused the key (${error.statusCode ?? 401})`, 'Correct STRIPE_SECRET_KEY.')
  }
  if (error instanceof errors.StripePermissionError) {
    return fail(
      `${host} does not let the key read prices (403)`,
      'Give the restricted key in STRIPE_SECRET_KEY its rights.',
    )
  }
  if (error instanceof errors.StripeConnectionError) {
    return fail(`${host} cannot be reached`, "Check this machine's network, and STAND_INS.")
  }
  return fail(`${host} does not answer as Stripe does: ${error instanceof Error ? error.message : ''}`, null)
}
