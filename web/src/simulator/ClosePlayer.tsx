import { formatCents } from '@bidwell/contract'
import { useCallback } from 'react'
import { countdownText } from '../time/countdown-rules.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Clock } from '../ui/icons.tsx'
import { announce } from '../ui/screen-readers.tsx'
import { describeOutcome, explainClose, secondsText } from './describe-close.ts'
import { OutcomeBanner } from './OutcomeBanner.tsx'
import type { Close, Setting, Step } from './simulate-close.ts'
import { StepList } from './StepList.tsx'
import { usePlayback } from './use-playback.ts'

/** How the close ends and why, step by step; on demand it plays the last seconds. */
export function ClosePlayer({ setting, close }: { setting: Setting; close: Close }) {
  const title = describeOutcome(close)
  const why = explainClose(setting, close)
  const playback = usePlayback(useCallback(() => announce(`${title}. ${why}`), [title, why]))
  const { beforeEndMs } = playback
  const steps = close.steps.filter((step) => beforeEndMs === null || step.beforeEndMs >= beforeEndMs)
  const fromMs = setting.own.leadMs + 8_000
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      {beforeEndMs === null ? (
        <OutcomeBanner setting={setting} close={close} />
      ) : (
        <Banner tone="warning" icon={Clock} role="note" title="The auction is closing">
          <span role="timer" aria-label="Time left" className="block text-timer font-semibold tabular">
            {countdownText(beforeEndMs, 'tenths')}
          </span>
          {steps.length > 0 ? priceAfter(steps, setting) : 'No bid yet'}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {beforeEndMs === null ? (
          <>
            <Button variant="primary" onClick={() => playback.start(fromMs, 1)}>
              Play the last {secondsText(fromMs)}
            </Button>
            <Button onClick={() => playback.start(fromMs, 10)}>Play ten times as fast</Button>
          </>
        ) : (
          <Button onClick={playback.stop}>Show the end</Button>
        )}
      </div>
      <Card>
        <StepList label="What happens" steps={steps} />
      </Card>
    </section>
  )
}

function priceAfter(steps: readonly Step[], { terms }: Setting): string {
  const last = steps.findLast((step) => step.kind === 'bid')
  const cents = last?.kind === 'bid' ? last.standing.priceCents : terms.openingCents
  return `Price now ${formatCents(cents)}`
}
