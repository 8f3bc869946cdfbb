import { messages } from '@bidwell/contract'
import { Banner } from '../ui/Banner.tsx'
import { FlaskConical } from '../ui/icons.tsx'

/** Stands on every screen that speaks of paying, where payments are only practised. `brief` leaves out the explanation. */
export const TestCheckoutNote = ({ brief = false }: { brief?: boolean }) => (
  <Banner tone="info" icon={FlaskConical} role="note" title={messages.plan.testCheckout}>
    {!brief && 'The payment pages of this installation are made for trying things out. Please type no real card.'}
  </Banner>
)
