import { messages } from '@bidwell/contract'
import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { GoOn } from './GoOn.tsx'

/** Says that a link does nothing any more. `reason` is the server's, by default that it has expired. */
export const LinkOver = ({ reason = messages.alerts.linkInvalid }: { reason?: string }) => (
  <>
    <PageTitle>This link is over</PageTitle>
    <Banner tone="warning" icon={TriangleAlert} role="alert">
      {reason}
    </Banner>
    <GoOn />
  </>
)
