import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Info } from '../ui/icons.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { PartBoundary } from '../ui/loading/PartBoundary.tsx'
import { type Tone, TONE_CLASS } from '../ui/tone.ts'
import { Group } from './Group.tsx'

const TONES = Object.keys(TONE_CLASS) as Tone[]

/** What tells the user that something happened. */
export const Notices = () => (
  <Group title="Notices">
    {TONES.map((tone) => (
      <Banner
        key={tone}
        tone={tone}
        icon={Info}
        role="note"
        title={`Banner, ${tone}`}
        action={<Button size="dense">Act</Button>}
      >
        One sentence says what happened and what to do.
      </Banner>
    ))}
    <ErrorBanner title="Could not save">The site did not answer. Please try again in a moment.</ErrorBanner>
    <LoadFailure
      title="Couldn't refresh"
      text="Scheduled bids still run on the server."
      busy={false}
      onRetry={() => {}}
    />
    <LoadFailure title="Trying again" busy onRetry={() => {}} />
    <PartBoundary part="This example">
      <Failing />
    </PartBoundary>
  </Group>
)

/** Fails whenever it renders. */
function Failing(): null {
  throw new Error('This example always fails')
}
