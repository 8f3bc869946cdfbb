import { formatCents } from '@bidwell/contract'
import { Ban, CircleCheck, Clock, type LucideIcon, Minus, TrendingUp } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { countdownText } from '../time/countdown-rules.ts'
import { deviceClock } from '../time/device-clock.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { announce } from '../ui/screen-readers.tsx'
import type { Tone } from '../ui/tone.ts'
import { describeOutcome, describeStep, explainClose, secondsText } from './describe-close.ts'
import { type Close, type Outcome, type Setting, type Step, YOU } from './simulate-close.ts'

const LOOK: Record<Outcome, { tone: Tone; icon: LucideIcon }> = {
  won: { tone: 'success', icon: CircleCheck },
  outbid: { tone: 'neutral', icon: Minus },
  refused: { tone: 'outbid', icon: TrendingUp },
  not_sent: { tone: 'outbid', icon: TrendingUp },
  late: { tone: 'danger', icon: Ban },
}

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
        <Banner {...LOOK[close.outcome]} role="note" title={title}>
          {why}
        </Banner>
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
        <ol aria-label="What happens" className="flex flex-col divide-y divide-line">
          {steps.map((step, place) => (
            <li key={place} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 py-2">
              <span className="text-small text-ink-2 tabular">{whenText(step)}</span>
              <span className={isOwn(step) ? 'font-semibold' : undefined}>{describeStep(step)}</span>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

const isOwn = (step: Step) => step.kind !== 'bid' || step.bidder === YOU

function whenText({ beforeEndMs }: Step): string {
  if (beforeEndMs <= 0) return `${secondsText(-beforeEndMs)} after end`
  return `${secondsText(beforeEndMs)} before`
}

function priceAfter(steps: readonly Step[], { terms }: Setting): string {
  const last = steps.findLast((step) => step.kind === 'bid')
  const cents = last?.kind === 'bid' ? last.standing.priceCents : terms.openingCents
  return `Price now ${formatCents(cents)}`
}

const STEP_MS = 100

/** Counts down to the end of an auction: the time before the end, ms; null while nothing is played. */
function usePlayback(onEnd: () => void) {
  const [playing, setPlaying] = useState<{ fromMs: number; speed: number; startedAt: number } | null>(null)
  const [beforeEndMs, setBeforeEndMs] = useState(0)

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      const left = playing.fromMs - (deviceClock.monotonic() - playing.startedAt) * playing.speed
      setBeforeEndMs(left)
      // A little after the end, so that a bid that comes too late is seen to come.
      if (left > -1_000) return
      setPlaying(null)
      onEnd()
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [playing, onEnd])

  return {
    beforeEndMs: playing ? beforeEndMs : null,
    /** Plays from so long before the end, `speed` times as fast as the real clock. */
    start(fromMs: number, speed: number) {
      setBeforeEndMs(fromMs)
      setPlaying({ fromMs, speed, startedAt: deviceClock.monotonic() })
    },
    stop: () => setPlaying(null),
  }
}
