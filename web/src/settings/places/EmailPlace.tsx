import type { Destination } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { profileQuery } from '../../account/profile-query.ts'
import { useUser } from '../../session/session.ts'
import { Link } from '../../ui/Link.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { PlaceFrame, PlaceRow } from './PlaceRow.tsx'

const LINK = 'font-semibold text-accent underline underline-offset-4'

/** The address of the account, which is a place for alerts once it is verified. */
export function EmailPlace({ place }: { place: Destination | undefined }) {
  const user = useUser()
  const { email } = useQuery(profileQuery).data ?? user
  if (place) {
    return (
      <PlaceRow
        place={place}
        kind={
          <>
            The address of your account.{' '}
            <Link to="/settings?tab=security" className={LINK}>
              Change it
            </Link>
          </>
        }
      />
    )
  }
  return (
    <PlaceFrame
      channel="email"
      name={email}
      kind={
        <>
          Verify your address to get alerts by email.{' '}
          <Link to="/verify-email" className={LINK}>
            Verify it
          </Link>
        </>
      }
      tag={
        <Tag tone="warning" icon={TriangleAlert}>
          Not verified
        </Tag>
      }
    />
  )
}
