import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useLocation } from 'react-router'
import { siteQuery } from '../api/site-query.ts'
import { PricingPage } from '../plans/pricing/PricingPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageLoading } from './PageLoading.tsx'

const loadTextPages = () => import('../marketing/text-pages.ts')
const BillingFaqPage = lazy(async () => ({ default: (await loadTextPages()).BillingFaqPage }))
const RefundPolicyPage = lazy(async () => ({ default: (await loadTextPages()).RefundPolicyPage }))

/** The pages about plans, which are there only where this installation has plans. */
export function PlanPages() {
  const site = useQuery(siteQuery)
  const { pathname } = useLocation()
  if (site.isPending) return <PageLoading />
  if (site.data?.shows_plans === false) return <NotFoundPage />
  if (pathname === '/billing-faq') return <BillingFaqPage />
  return pathname === '/refund-policy' ? <RefundPolicyPage /> : <PricingPage />
}
