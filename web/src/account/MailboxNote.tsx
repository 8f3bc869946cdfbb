import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from '../api/installation-queries.ts'

/** Says where the mails are, where the installation sends none and shows them on a page instead; otherwise nothing. */
export function MailboxNote({ of = 'mails' }: { of?: 'mails' | 'text messages' }) {
  const hasMailbox = useQuery(operatorQuery).data?.has_mailbox === true
  if (!hasMailbox) return null
  return (
    <p>
      This installation has no mail server. Its {of} stand on a page whose address the terminal showed when Bidwell
      started.
    </p>
  )
}
