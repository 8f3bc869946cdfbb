import { afterLoad } from '../ui/loading/after-load.ts'

/** Measures this visit. The browser keeps earlier entries until then. */
export const startMetrics = () => afterLoad(async () => (await import('./report-metrics.ts')).reportMetrics())
