import { type CheckDeps, checkOrders } from '../orders/check-orders.ts'
import { every } from '../platform/every.ts'

const INTERVAL_MS = 30_000

type StartDeps = CheckDeps & { onError: (error: unknown) => void }

/** Checks the results of bids by the orders at the site as they fall due, until disposed. */
export const startCheckingOrders = (deps: StartDeps): AsyncDisposable =>
  every(deps.clock, INTERVAL_MS, (signal) => checkOrders(deps, signal), { onError: deps.onError })
