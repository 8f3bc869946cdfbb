import { type Destination, messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  CircleCheck,
  CircleX,
  type LucideIcon,
  Mail,
  MessageSquare,
  MonitorSmartphone,
  TriangleAlert,
  Webhook,
} from '../../ui/icons.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { stateOf } from './describe-place.ts'
import { useTest } from './use-test.ts'

const ICONS: Readonly<Record<Destination['channel'], LucideIcon>> = {
  email: Mail,
  push: MonitorSmartphone,
  sms: MessageSquare,
  webhook: Webhook,
}
const TAG_ICONS = { success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const

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

const TONE = {
  success: 'text-success',
  info: 'text-ink-2',
  warning: 'text-warning',
  danger: 'text-danger',
  neutral: 'text-ink-2',
} as const

/** Where the test alert is, and where it ended. */
function TestOutcome({ test: { isBusy, error, delivery, isOver } }: { test: ReturnType<typeof useTest> }) {
  const site = useSiteName()
  if (error !== null) return <Outcome tone="danger" text={messageOf(error)} />
  if (delivery === null && !isOver) return isBusy ? <Outcome tone="info" text="Sending a test…" /> : <Outcome />
  if (delivery === null) return <Outcome tone="warning" text="The test is on its way." hasLog />
  const { text, tone } = messages.delivery.state(delivery, { site, time: (at) => viewerTimes().clock(at) })
  return <Outcome tone={tone} text={`${text}.`} hasLog={!isBusy} />
}

type OutcomeProps = { tone?: keyof typeof TONE; text?: string; hasLog?: boolean }

/** Always there, so that a screen reader reads what it comes to say. */
const Outcome = ({ tone = 'info', text, hasLog = false }: OutcomeProps) => (
  <output className={classNames('block text-small wrap-anywhere tabular', TONE[tone], text === undefined && 'sr-only')}>
    {text}
    {hasLog && (
      <>
        {' '}
        <TextLink to="/notifications/log">See the log</TextLink>
      </>
    )}
  </output>
)
