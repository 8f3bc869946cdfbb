import { IMPORT } from '@bidwell/contract'
import type { ScheduleDeps } from '../bids/schedule-bid.ts'
import { every } from '../platform/every.ts'
import { workOnImports } from './work-on-imports.ts'

/**
 * Works on imports until disposed. The API does it, and not the jobs: of the processes, it alone may track auctions and schedule bids for
 * accounts.
 */
export const startImporting = ({
  onError,
  ...deps
}: ScheduleDeps & { onError: (error: unknown) => void }): AsyncDisposable =>
  every(deps.clock, IMPORT.everyMs, () => workOnImports(deps), { onError })
