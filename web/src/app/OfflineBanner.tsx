import { WifiOff } from 'lucide-react'
import { useOfflineSince } from '../api/use-online.ts'
import { Banner } from '../ui/Banner.tsx'

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

export function OfflineBanner() {
  const since = useOfflineSince()
  if (since === null) return null
  return (
    <Banner tone="neutral" icon={WifiOff} title="You're offline.">
      Times are still exact; prices are from {clock.format(since)}. Scheduled bids still run on the server.
    </Banner>
  )
}
