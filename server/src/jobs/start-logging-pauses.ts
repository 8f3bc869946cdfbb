import { logOperatorPauses } from '../pauses/log-operator-pauses.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { every } from '../platform/every.ts'

const INTERVAL_MS = 1_000

type LoggingDeps = { db: Db; clock: Clock; onError: (error: unknown) => void }

/** Logs the operator's pauses with every bid that they apply to, until disposed. */
export const startLoggingPauses = (deps: LoggingDeps): AsyncDisposable =>
  every(deps.clock, INTERVAL_MS, (signal) => logOperatorPauses(deps, signal), { onError: deps.onError })
