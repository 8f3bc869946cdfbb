import { Gauge } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { SeePlans } from './SeePlans.tsx'
import type { LimitState } from './use-limit.ts'

/** Says in a form that the plan allows no more of what the form adds, or only a few more. */
export function LimitNotice({ limit: { why, left, retry, retrying } }: { limit: LimitState }) {
  if (why !== null && retry) return <LoadFailure title={why} busy={retrying} onRetry={retry} />
  if (why !== null) return <Banner tone="warning" icon={Gauge} title={why} action={<SeePlans />} />
  return left === null ? null : <p className="text-small text-ink-2 tabular">{left}</p>
}
