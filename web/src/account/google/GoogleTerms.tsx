import { Info } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'

/** The form that accepts the terms, for a Google sign-in that waits for them. A reload of the page drops the sign-in. */
export const GoogleTerms = () => (
  <Banner tone="neutral" icon={Info}>
    No sign-in with Google is waiting here. Please start again.
  </Banner>
)
