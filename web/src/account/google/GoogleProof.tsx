import { api, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { useGoogleSettings } from './google-settings-query.ts'
import { GoogleButton } from './GoogleButton.tsx'

/** Asks the user to choose the Google account again that signs in to this account. */
export function GoogleProof({ onSuccess }: { onSuccess: () => void }) {
  const settings = useGoogleSettings()
  const [isUnavailable, setIsUnavailable] = useState(false)
  const prove = useMutation({
    mutationFn: (token: string) => call(api.proveWithGoogle, { body: { token } }),
    networkMode: 'always',
    onSuccess,
  })
  const failure = isUnavailable ? messages.google.unavailable : prove.isError ? messageOf(prove.error) : null
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && <ErrorBanner>{failure}</ErrorBanner>}
      {settings !== null && (
        <GoogleButton
          settings={settings}
          text="continue_with"
          onToken={(token) => prove.mutate(token)}
          onUnavailable={() => setIsUnavailable(true)}
        />
      )}
    </div>
  )
}
