import { Gauge } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SeePlans } from './SeePlans.tsx'
import type { Room } from './use-room.ts'

/** Says in a form that the plan has no room for what the form adds, or that little is left. */
export function RoomNotice({ room: { why, left, retry, retrying } }: { room: Room }) {
  if (why !== null && retry) return <LoadFailure title={why} busy={retrying} onRetry={retry} />
  if (why !== null) return <Banner tone="warning" icon={Gauge} title={why} action={<SeePlans />} />
  return left === null ? null : <p className="text-small text-ink-2 tabular">{left}</p>
}
