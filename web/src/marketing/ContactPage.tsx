import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from '../api/installation-queries.ts'
import { ContactForm } from './ContactForm.tsx'
import { OperatorContact, OperatorName } from './Operator.tsx'
import { TextLink } from './TextLink.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

/** `/contact`: a form for a message to the operator, where somebody receives it, and the operator's address. */
function ContactPage() {
  const operator = useQuery(operatorQuery).data
  const hasAddress = operator?.support_email !== null
  return (
    <TextPage
      title="Contact"
      intro={hasAddress ? 'Write to whoever operates this installation of Bidwell.' : messages.contact.noAddress}
    >
      {operator?.takes_messages && (
        <TextSection title="Send a message">
          <ContactForm />
          {operator.has_mailbox && (
            <p className="text-ink-2">This installation sends no mail: messages stand in its mailbox.</p>
          )}
        </TextSection>
      )}
      {hasAddress && (
        <TextSection title="By mail">
          <OperatorName />
          <OperatorContact />
        </TextSection>
      )}
      <p>
        Most questions about bids, locks and lost phones have an answer in the <TextLink to="/help">help</TextLink>.
      </p>
    </TextPage>
  )
}

export const head = {
  title: 'Contact',
  description: 'Write to whoever operates this installation of Bidwell.',
}

export { ContactPage as Component }
