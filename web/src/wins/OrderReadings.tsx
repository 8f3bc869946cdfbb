import { messages, type OrderReadings as Readings } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useOnline } from '../api/use-online.ts'
import { ReconnectButton } from '../connection/ReconnectButton.tsx'
import { Age } from '../time/LiveTime.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { RefreshCw, TriangleAlert } from '../ui/icons.tsx'
import { askMutation } from './win-queries.ts'

type OrderReadingsProps = { readings: Readings; siteName: string }

/** How old what is shown is, and a button that has the site's lists read now. */
export function OrderReadings({ readings, siteName }: OrderReadingsProps) {
  const online = useOnline()
  const ask = useMutation(askMutation)
  const { read_at, is_asked } = readings
  const busy = ask.isPending || is_asked
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small text-ink-2">
      <output className="min-w-0 flex-1 basis-56">
        {busy ? (
          messages.payment.page.reading(siteName)
        ) : read_at === null ? (
          messages.payment.page.neverRead(siteName)
        ) : (
          <Age
            since={Date.parse(read_at)}
            prefix={`${messages.payment.page.readAt(siteName)} `}
            suffix=" ago."
            freshText={`${messages.payment.page.readAt(siteName)} just now.`}
          />
        )}
      </output>
      <Button
        size="dense"
        busy={busy}
        whyNot={online ? null : messages.payment.page.offline}
        onClick={() => ask.mutate()}
      >
        {!busy && <RefreshCw aria-hidden size={16} />}
        Check again now
      </Button>
    </div>
  )
}

/** Why what is shown is not newer, where the last try has failed. */
export const ReadingFailure = ({ readings: { failure }, siteName }: OrderReadingsProps) => (
  <>
    {failure === 'login' && (
      <Banner tone="danger" icon={TriangleAlert} action={<ReconnectButton />}>
        {messages.payment.page.failedLogin(siteName)}
      </Banner>
    )}
    {failure === 'site' && (
      <Banner tone="warning" icon={TriangleAlert}>
        {messages.payment.page.failedSite(siteName)}
      </Banner>
    )}
  </>
)
