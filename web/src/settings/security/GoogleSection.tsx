import { api, messages } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useGoogleSettings } from '../../account/google/google-settings-query.ts'
import { GoogleButton } from '../../account/google/GoogleButton.tsx'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { toastError } from '../../ui/overlays/toasts.tsx'
import { secondFactorQuery } from './security-queries.ts'

/** Connects the Google account that has the address of this account; nothing where signing in with Google is not set up. */
export function GoogleSection({ isLinked }: { isLinked: boolean }) {
  const settings = useGoogleSettings()
  const queryClient = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const link = useMutation({
    mutationFn: (token: string) => withReauthentication(() => call(api.linkGoogle, { body: { token } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
  if (settings === null) return null
  return (
    <Section
      title="Google"
      text={
        isLinked
          ? 'Your Google account signs in to this account.'
          : 'Connect the Google account that has your email address, and it signs in from then on.'
      }
    >
      {!isLinked && (
        <div className="flex flex-col gap-3">
          {link.isError && <ErrorBanner>{messageOf(link.error)}</ErrorBanner>}
          <GoogleButton
            settings={settings}
            text="continue_with"
            onToken={(token) => link.mutate(token)}
            onUnavailable={() => toastError(messages.google.unavailable, { id: 'google-unavailable' })}
          />
        </div>
      )}
      {dialog}
    </Section>
  )
}
