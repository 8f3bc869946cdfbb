import type { UserSummary } from '@bidwell/contract'
import { day } from '../time/day.ts'
import { Ban, CalendarClock, MailWarning } from '../ui/icons.tsx'
import { Tag } from '../ui/Tag.tsx'

/** What is unusual about an account. */
export const UserTags = ({ user }: { user: UserSummary }) => (
  <>
    {user.suspended_at !== null && (
      <Tag tone="danger" icon={Ban}>
        Suspended
      </Tag>
    )}
    {user.deletion_due !== null && (
      <Tag tone="warning" icon={CalendarClock}>
        To be deleted {day(user.deletion_due)}
      </Tag>
    )}
    {!user.email_verified && (
      <Tag tone="neutral" icon={MailWarning}>
        Address not verified
      </Tag>
    )}
  </>
)
