import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from './operator-query.ts'

/** Leads to the mails where the installation sends none, and shows them on a page instead; otherwise nothing. */
export function MailboxLink() {
  const path = useQuery(operatorQuery).data?.mailbox_path ?? null
  if (path === null) return null
  return (
    <p>
      This installation has no mail server. It shows its mails on a page:{' '}
      <a
        href={path}
        target="_blank"
        rel="noreferrer"
        className="font-semibold text-accent underline underline-offset-4"
      >
        open the mailbox
      </a>
      .
    </p>
  )
}
