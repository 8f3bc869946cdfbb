import { api, type NewSession } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyRound } from '../../ui/icons.tsx'
import { hasPasskeys, signWithPasskey } from './passkeys.ts'

type PasskeySignInProps = {
  /** Whether the session is to last longer, read when the button is pressed. */
  remember: () => boolean
  onSignedIn: (session: NewSession) => void
}

/** Signs in with a passkey alone, also while the password is locked. Nothing where the browser has no passkeys. */
export function PasskeySignIn({ remember, onSignedIn }: PasskeySignInProps) {
  const signIn = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey((await call(api.beginPasskeySignIn, { body: {} })).data.options)
      return call(api.passkeySignIn, { body: { passkey, remember_me: remember() } })
    },
    onSuccess: onSignedIn,
  })
  if (!hasPasskeys()) return null
  return (
    <>
      <Button busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden size={18} />
        Sign in with a passkey
      </Button>
      {signIn.isError && (
        <p role="alert" className="text-center text-small text-danger">
          {messageOf(signIn.error)}
        </p>
      )}
    </>
  )
}
