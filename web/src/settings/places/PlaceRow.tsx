import type { Destination } from '@bidwell/contract'
import {
  CircleCheck,
  CircleX,
  type LucideIcon,
  Mail,
  MessageSquare,
  MonitorSmartphone,
  TriangleAlert,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../time/use-now.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { stateOf } from './describe-place.ts'
import { TestOutcome } from './TestOutcome.tsx'
import { useTest } from './use-test.ts'

const ICONS: Readonly<Record<Destination['channel'], LucideIcon>> = {
  email: Mail,
  push: MonitorSmartphone,
  sms: MessageSquare,
  webhook: Webhook,
}
const TAG_ICONS = { success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const
const MINUTE_MS = 60_000

type PlaceRowProps = {
  place: Destination
  /** What it is. */
  kind: ReactNode
  /** More buttons, after the one that sends a test. */
  children?: ReactNode
}

/** A place for alerts: what it is, how it is, and what can be done about it. */
export function PlaceRow({ place, kind, children }: PlaceRowProps) {
  const now = useNow(MINUTE_MS)
  const test = useTest(place)
  const time = (at: number) => viewerTimes().brief(at, now)
  const { word, tone, text } = stateOf(place, time)
  const formerUntil = place.former_secret_until
  const isTestable = place.verified_at !== null && place.stopped_at === null
  return (
    <PlaceFrame
      channel={place.channel}
      name={place.label}
      kind={kind}
      tag={
        <Tag tone={tone} icon={TAG_ICONS[tone]}>
          {word}
        </Tag>
      }
    >
      {text !== null && <p className="text-small">{text}</p>}
      {formerUntil !== null && (
        <p className="text-small text-ink-2">The former secret signs too until {time(Date.parse(formerUntil))}.</p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isTestable && (
          <Button size="dense" busy={test.isBusy} onClick={test.start}>
            Send a test<VisuallyHidden> to {place.label}</VisuallyHidden>
          </Button>
        )}
        {children}
      </div>
      <TestOutcome test={test} />
    </PlaceFrame>
  )
}

type PlaceFrameProps = {
  channel: Destination['channel']
  name: string
  kind: ReactNode
  tag: ReactNode
  children?: ReactNode
}

export function PlaceFrame({ channel, name, kind, tag, children }: PlaceFrameProps) {
  const Icon = ICONS[channel]
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-2" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-32">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="text-small wrap-anywhere text-ink-2">{kind}</p>
          </div>
          {tag}
        </div>
        {children}
      </div>
    </li>
  )
}
