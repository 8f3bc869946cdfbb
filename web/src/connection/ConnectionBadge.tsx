import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useSiteName } from '../api/installation-queries.ts'
import { useOnline } from '../api/use-online.ts'
import { useNow } from '../time/use-now.ts'
import { CircleCheck, CircleDashed, Clock, KeyRound, type LucideIcon, TriangleAlert, WifiOff } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { Tag } from '../ui/Tag.tsx'
import type { Tone } from '../ui/tone.ts'
import { type Badge, badgeOf } from './connection-badge.ts'
import { connectionQuery } from './connection-query.ts'

const STYLES = {
  checking: { tone: 'neutral', icon: CircleDashed },
  setup_required: { tone: 'warning', icon: KeyRound },
  auth_required: { tone: 'danger', icon: TriangleAlert },
  expires_soon: { tone: 'warning', icon: Clock },
  connected: { tone: 'success', icon: CircleCheck },
} as const satisfies Record<Badge['kind'], { tone: Tone; icon: LucideIcon }>

/** Without a network, how the connection stands is what it was at last. */
const OFFLINE = { tone: 'neutral', icon: WifiOff } as const

/** The connection to the auction site, shown in the header of every page. */
export function ConnectionBadge() {
  const { data, isError } = useQuery(connectionQuery)
  const site = useSiteName()
  const now = useNow(60_000)
  const isOnline = useOnline()
  if (isError && data === undefined) return null
  const badge = badgeOf(data, now)
  const tag = (
    <Tag {...(isOnline ? STYLES[badge.kind] : OFFLINE)}>
      <span className="max-lg:sr-only">{isOnline ? badge.text : messages.connection.lastSeen(badge.text)}</span>
    </Tag>
  )
  if (badge.kind === 'checking') return tag
  return (
    <Link
      to="/settings?tab=credentials"
      // Where there is little room, the problems take its place: a login that does not work is one of them.
      className="flex min-h-11 min-w-11 items-center justify-center hover:brightness-95 [[data-problems]+&]:max-[80rem]:hidden"
    >
      <VisuallyHidden>{site}: </VisuallyHidden>
      {tag}
    </Link>
  )
}
