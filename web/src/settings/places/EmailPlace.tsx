import { api, type Destination, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../account/profile-query.ts'
import { messageOf, withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { toastError, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { PlaceFrame, PlaceRow } from './PlaceRow.tsx'

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
            Email · <TextLink to="/settings?tab=security">Change it</TextLink>
          </>
        }
      >
        {place.stopped_at !== null && <VerifyAnew email={place.address} />}
      </PlaceRow>
    )
  }
  return (
    <PlaceFrame
      channel="email"
      name={email}
      kind={
        <>
          Verify your address to get alerts by email. <TextLink to="/verify-email">Verify it</TextLink>
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

/** Mails a link to an address that refused a mail before. */
function VerifyAnew({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => withReason(call(api.resendVerification, { body: { email } }), messages.account.resendFailed),
    onSuccess: () => toastSuccess(messages.account.verificationSent, { id: 'verification' }),
    onError: (error) => toastError(messageOf(error), { id: 'verification' }),
  })
  return (
    <Button size="dense" variant="primary" busy={resend.isPending} onClick={() => resend.mutate()}>
      Send a link
    </Button>
  )
}
