import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { siteQuery } from '../api/site-query.ts'
import { PageLoading } from '../ui/loading/PageLoading.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Shows its pages, which are about plans, only where this installation has plans. */
export function PlansOnly() {
  const site = useQuery(siteQuery)
  if (site.isPending) return <PageLoading />
  return site.data?.shows_plans === false ? <NotFoundPage /> : <Outlet />
}
