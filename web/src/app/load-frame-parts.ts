import { afterPage } from '../ui/loading/after-page.ts'

/** Loads what stands around the page once the page has its data. */
export const loadFrameParts = afterPage(() => import('./frame-parts.ts'))
