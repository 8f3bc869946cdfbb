import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siteQuery } from '../api/site-query.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageLoading } from './PageLoading.tsx'

/** Shows a page about plans only where this installation has plans. */
export function PlansOnly({ children }: { children: ReactNode }) {
  const site = useQuery(siteQuery)
  if (site.isPending) return <PageLoading />
  return site.data?.shows_plans === false ? <NotFoundPage /> : children
}
