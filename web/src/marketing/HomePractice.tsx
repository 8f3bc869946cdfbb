import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { Play } from '../ui/icons.tsx'
import { TextLink } from '../ui/Link.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const PracticePanel = lazyDialog(async () => (await import('../simulator/practice/PracticePanel.tsx')).PracticePanel)

/** A close that a visitor plays without an account. Its code loads with its first use, into a place that has its height. */
export function HomePractice() {
  const [opened, setOpened] = useState(false)
  return (
    <section
      id="practice"
      aria-labelledby="practice-title"
      className="grid items-center gap-6 lg:grid-cols-[1fr_30rem] lg:gap-16"
    >
      <div className="flex flex-col items-start gap-4">
        <h2 id="practice-title" className="text-title font-semibold">
          {messages.practice.title}
        </h2>
        <p className="max-w-prose text-lead text-ink-2">{messages.practice.intro}</p>
        <p className="max-w-prose text-ink-2">{messages.practice.isPractice}</p>
        <TextLink to="/bid-scheduler-test">{messages.practice.tryClose}</TextLink>
      </div>
      <Card className="flex min-h-152 flex-col sm:min-h-136 sm:p-6">
        {opened ? (
          <PracticePanel onClose={() => setOpened(false)} />
        ) : (
          <div className="my-auto flex flex-col items-start gap-4">
            <HomePicture />
            <p className="font-semibold">{messages.practice.itemTitle}</p>
            <Button
              variant="primary"
              onPointerEnter={PracticePanel.preload}
              onFocus={PracticePanel.preload}
              onClick={() => setOpened(true)}
            >
              <Play aria-hidden size={18} />
              {messages.practice.open}
            </Button>
          </div>
        )}
      </Card>
    </section>
  )
}

/** A drawing of an auction's last minute: a rising price, the maximum as a dashed line, and one bid. */
const HomePicture = () => (
  <svg viewBox="0 0 360 220" role="img" aria-labelledby="home-picture" className="w-full">
    <title id="home-picture">
      A price that rises in steps towards the close, and one bid five seconds before it, up to a dashed line that is
      your max.
    </title>
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d="M8 200H352" className="stroke-line" strokeWidth="1.5" />
      <path d="M8 52H352" className="stroke-outbid" strokeWidth="2.5" strokeDasharray="2 7" />
      <path d="M8 172H84V150H150V126H232V112H300" className="stroke-accent" strokeWidth="3.5" />
      <path d="M300 112V82H336" className="stroke-accent" strokeWidth="3.5" />
      <path d="M336 24V200" className="stroke-urgent" strokeWidth="2" />
    </g>
    <circle cx="300" cy="82" r="7" className="fill-surface stroke-accent" strokeWidth="3.5" />
    <g className="fill-ink-2 text-label" fontWeight="600">
      <text x="8" y="42" className="fill-outbid">
        Your max
      </text>
      <text x="8" y="192">
        Price
      </text>
      <text x="336" y="16" textAnchor="end" className="fill-urgent">
        Close
      </text>
      <text x="290" y="76" textAnchor="end" className="fill-accent">
        Your bid, at 0:05
      </text>
    </g>
  </svg>
)
