import { afterPage } from '../../ui/loading/after-page.ts'

/** Loads what stands beside the list once the list has its data. */
export const loadDashboardParts = afterPage(() => import('./dashboard-parts.ts'))
