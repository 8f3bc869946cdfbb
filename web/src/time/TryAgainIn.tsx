import { minutesAndSeconds } from './use-seconds-until.ts'

/** Says below a button when it works again. */
export const TryAgainIn = ({ seconds }: { seconds: number }) => (
  <p className="text-center text-small text-ink-2">
    You can try again in{' '}
    <span role="timer" className="tabular font-semibold text-ink">
      {minutesAndSeconds(seconds)}
    </span>
  </p>
)
