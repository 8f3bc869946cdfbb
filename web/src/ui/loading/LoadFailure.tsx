import { Banner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import { TriangleAlert } from '../icons.tsx'

type LoadFailureProps = {
  title: string
  text?: string
  role?: 'alert' | undefined
  /** A retry is under way. */
  busy: boolean
  onRetry: () => void
}

/** Reports that content failed to load, with a button that retries. */
export const LoadFailure = ({ title, text, role, busy, onRetry }: LoadFailureProps) => (
  <Banner
    tone="danger"
    icon={TriangleAlert}
    {...(role && { role })}
    title={title}
    action={
      <Button size="dense" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {text}
  </Banner>
)
