import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

type Given = Record<string, string | undefined>

/** The variables that this file reads, each checked by its own rule already. */
type PlanVariables = {
  MARKETPLACE: 'auction-house' | 'shopgoodwill'
  PLAN_MODE?: 'subscriptions' | 'self-hosted' | undefined
  PLANS_FILE?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_URL?: string | undefined
  PRACTICE_WEBHOOK_SECRET?: string | undefined
  PRACTICE_STRIPE_PORT: number
}

export type Billing = {
  secretKey: string
  /** Verifies what the payment service sends. */
  webhookSecret: string
  /** The origin of the payment service's API. */
  apiUrl: string
  /** Payments are only practised: no money moves. */
  isTest: boolean
}

const SHIPPED_PLANS = fileURLToPath(new URL('../../../plans.json', import.meta.url))
const STRIPE_API_URL = 'https://api.stripe.com'
/** The key for the stand-in for Stripe, which listens on this machine alone. It is no secret: it moves no money. */
const PRACTICE_KEY = 'sk_test_practice'

/** A secret for the messages of the stand-in for Stripe: anybody may reach the address that receives them. */
export const newPracticeSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`

/** Of a process that was given none: it accepts no message. */
const unknownSecret = newPracticeSecret()

/** What is wrong with the settings of plans and billing, as far as their rules depend on each other. */
export function planMistakes(given: Given): string[] {
  const { MARKETPLACE, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = given
  const mistakes: string[] = []
  if (STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRET === undefined) {
    mistakes.push('STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY: it verifies what Stripe reports')
  }
  if (STRIPE_SECRET_KEY === undefined && STRIPE_WEBHOOK_SECRET !== undefined) {
    mistakes.push('STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET: subscriptions are read with it')
  }
  if (MARKETPLACE !== 'shopgoodwill' && STRIPE_SECRET_KEY?.includes('_live_') === true) {
    mistakes.push(
      'STRIPE_SECRET_KEY must be a test key while bids go to the practice site: people would pay for practice',
    )
  }
  return mistakes
}

/** Where the plans stand; null on an installation without plans, where everything is unlimited. */
export function plansOf(raw: PlanVariables): { file: string } | null {
  const sells = raw.MARKETPLACE === 'auction-house' || raw.STRIPE_SECRET_KEY !== undefined
  const mode = raw.PLAN_MODE ?? (sells || raw.PLANS_FILE !== undefined ? 'subscriptions' : 'self-hosted')
  if (mode === 'self-hosted') return null
  return { file: raw.PLANS_FILE === undefined ? SHIPPED_PLANS : resolve(raw.PLANS_FILE) }
}

/**
 * How to reach the payment service; null without plans, and on the real site without keys, where the API and the jobs do
 * not start. The practice installation needs no keys: it pays at a stand-in.
 */
export function billingOf(raw: PlanVariables): Billing | null {
  if (plansOf(raw) === null) return null
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = raw
  if (secretKey !== undefined && webhookSecret !== undefined) {
    const apiUrl = raw.STRIPE_API_URL === undefined ? STRIPE_API_URL : new URL(raw.STRIPE_API_URL).origin
    return { secretKey, webhookSecret, apiUrl, isTest: secretKey.includes('_test_') }
  }
  if (raw.MARKETPLACE !== 'auction-house') return null
  const apiUrl = raw.STRIPE_API_URL ?? `http://127.0.0.1:${raw.PRACTICE_STRIPE_PORT}`
  const practiceSecret = raw.PRACTICE_WEBHOOK_SECRET ?? unknownSecret
  return { secretKey: PRACTICE_KEY, webhookSecret: practiceSecret, apiUrl: new URL(apiUrl).origin, isTest: true }
}

/** The stand-in for Stripe to run on this machine; null where payments go elsewhere, or there are no plans. */
export function practiceStripeOf(raw: PlanVariables): { port: number } | null {
  const isOwn = raw.MARKETPLACE === 'auction-house' && raw.STRIPE_SECRET_KEY === undefined
  return isOwn && raw.STRIPE_API_URL === undefined && plansOf(raw) !== null ? { port: raw.PRACTICE_STRIPE_PORT } : null
}
