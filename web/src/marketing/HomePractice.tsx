import { messages } from '@bidwell/contract'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { HomePicture } from './HomePicture.tsx'
import { TextLink } from './TextLink.tsx'

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
