import { messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import type { useTest } from './use-test.ts'

const TONE = {
  success: 'text-success',
  info: 'text-ink-2',
  warning: 'text-warning',
  danger: 'text-danger',
  neutral: 'text-ink-2',
} as const

/** Where the test alert is, and where it ended. */
export function TestOutcome({ test: { isBusy, error, delivery, isOver } }: { test: ReturnType<typeof useTest> }) {
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
        <Link to="/notifications/log" className="font-semibold text-accent underline underline-offset-4">
          See the log
        </Link>
      </>
    )}
  </output>
)
