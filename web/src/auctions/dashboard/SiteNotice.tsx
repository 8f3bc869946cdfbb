import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { healthQuery } from '../../api/health-query.ts'
import { useSiteName } from '../../api/site-query.ts'
import { Banner } from '../../ui/Banner.tsx'

/** Says that the auction site does not answer, while it does not. */
export function SiteNotice() {
  const { data } = useQuery(healthQuery)
  const siteName = useSiteName()
  if (data?.site.state !== 'backing_off') return null
  return (
    <Banner tone="urgent" icon={CloudOff} title={messages.auction.siteNotAnswering(siteName)}>
      {messages.auction.showingCachedData}
    </Banner>
  )
}
