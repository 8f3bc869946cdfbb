import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Mail, TriangleAlert } from 'lucide-react'
import { profileQuery } from '../../account/profile-query.ts'
import { MailboxNote } from '../../account/MailboxNote.tsx'
import { useUser } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Tag } from '../../ui/Tag.tsx'

/** The places outside the browser to which alerts go. */
export function Destinations() {
  const user = useUser()
  const profile = useQuery(profileQuery)
  // The session may be older than the verification, which may have happened in another browser.
  const { email, email_verified: isVerified } = profile.data ?? {
    email: user.email,
    email_verified: user.emailVerified,
  }
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lead font-semibold">Where alerts go</h2>
      <ul className="flex flex-col divide-y divide-line">
        <li className="flex items-start gap-3 py-2">
          <Mail aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-2" />
          <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold wrap-anywhere">{email}</p>
              <p className="text-small text-ink-2">
                {isVerified ? 'The address of your account.' : 'Verify your address to get alerts by email.'}{' '}
                <Link
                  to={isVerified ? '/settings?tab=security' : '/verify-email'}
                  className="font-semibold text-accent underline underline-offset-4"
                >
                  {isVerified ? 'Change it' : 'Verify it'}
                </Link>
              </p>
            </div>
            {isVerified ? (
              <Tag tone="success" icon={CircleCheck}>
                Verified
              </Tag>
            ) : (
              <Tag tone="warning" icon={TriangleAlert}>
                Not verified
              </Tag>
            )}
          </div>
        </li>
      </ul>
      <MailboxNote />
      <p className="text-small text-ink-2">
        <Link to="/notifications/log" className="font-semibold text-accent underline underline-offset-4">
          Log of alerts
        </Link>{' '}
        has every mail and every alert: sent, waiting, or why not.
      </p>
    </Card>
  )
}
