import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadPlans } from './load-plans.ts'
import { presentPricing } from './present-pricing.ts'

test.each([
  { sendsSms: true, offered: ['pro', 'elite'] },
  { sendsSms: false, offered: [] },
])('Plans have text messages only where the installation sends them ($sendsSms)', async ({ sendsSms, offered }) => {
  const plans = await loadPlans(fileURLToPath(new URL('../../../plans.json', import.meta.url)))
  const { plans: shown } = presentPricing(plans, { isTest: true, sendsSms, requiresVerifiedEmail: false })
  expect(shown.filter(({ sms }) => sms).map(({ id }) => id)).toEqual(offered)
})
