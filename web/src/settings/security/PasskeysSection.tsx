import { api, messages, type SecondFactorStatus } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasPasskeys, makePasskey } from '../../account/factor/passkeys.ts'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { NameDialog } from './NameDialog.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { secondFactorQuery, sessionsQuery } from './security-queries.ts'

type PasskeysSectionProps = { status: SecondFactorStatus; onCodes: (codes: string[]) => void }

/** The account's passkeys: added, renamed, removed. */
export function PasskeysSection({ status, onCodes }: PasskeysSectionProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [isNaming, setIsNaming] = useState(false)
  const add = useMutation({
    mutationFn: async (name: string) => {
      const { options } = (await withReauthentication(() => call(api.beginPasskey))).data
      const passkey = await makePasskey(options)
      return (await withReauthentication(() => call(api.addPasskey, { body: { name, passkey } }))).data
    },
    onSuccess: ({ recovery_codes: codes }) => {
      setIsNaming(false)
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      if (codes === null) toastSuccess('The passkey is added')
      else onCodes(codes)
    },
  })

  return (
    <Section
      title="Passkeys"
      text={`Sign in with your fingerprint, your face or a security key, without a password. With a passkey, your password alone no longer signs in. ${messages.secondFactor.firstEndsSessions}`}
      action={
        <Button variant="primary" whyNot={whyNotAdd(status)} onClick={() => setIsNaming(true)}>
          Add a passkey
        </Button>
      }
    >
      {whyNotAdd(status) !== null && <p className="text-small text-ink-2">{whyNotAdd(status)}</p>}
      {status.passkeys.length > 0 && (
        <ul className="flex flex-col">
          {status.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isLastFactor={status.passkeys.length === 1 && status.totp_since === null}
            />
          ))}
        </ul>
      )}
      {isNaming && (
        <NameDialog
          title="Add a passkey"
          text="Name it after the device or the password manager that keeps it. Your browser asks you next."
          submitLabel="Continue"
          name=""
          busy={add.isPending}
          error={add.error}
          onSubmit={(name) => add.mutate(name)}
          onClose={() => {
            add.reset()
            setIsNaming(false)
          }}
        />
      )}
      {dialog}
    </Section>
  )
}

/** Why no passkey can be added on this page; null when one can. */
function whyNotAdd({ passkey_origin: origin }: SecondFactorStatus): string | null {
  if (origin === null) return messages.secondFactor.passkeysUnavailable
  if (window.location.origin !== origin) return messages.secondFactor.passkeyElsewhere(origin)
  return hasPasskeys() ? null : messages.secondFactor.passkeysUnsupported
}
