import { api, messages, type SecondFactorStatus } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { day } from '../../time/day.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { ShieldCheck } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { secondFactorQuery, sessionsQuery } from './security-queries.ts'

const SetUpAppDialog = lazyDialog(async () => (await import('./SetUpAppDialog.tsx')).SetUpAppDialog)

type AuthenticatorSectionProps = {
  status: SecondFactorStatus
  /** Shows new recovery codes. */
  onCodes: (codes: string[]) => void
}

/** Codes of an authenticator app: set up, and turned off. */
export function AuthenticatorSection({ status, onCodes }: AuthenticatorSectionProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [isTurningOff, setIsTurningOff] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  const begin = useMutation({
    mutationFn: async () => (await withReauthentication(() => call(api.beginTotp))).data,
  })
  const turnOff = useMutation({
    mutationFn: () => withReauthentication(() => call(api.turnOffTotp)),
    onSuccess: async () => {
      setIsTurningOff(false)
      await refresh()
      toastSuccess('The authenticator app is turned off')
    },
  })
  const { totp_since: since } = status

  return (
    <Section
      title="Authenticator app"
      text={`After your password, signing in asks for a code that only your phone shows. ${messages.secondFactor.firstEndsSessions}`}
      action={
        since === null ? (
          <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up
          </Button>
        ) : (
          <Button onClick={() => setIsTurningOff(true)}>Turn off the app</Button>
        )
      }
    >
      {since !== null && (
        <div>
          <Tag tone="success" icon={ShieldCheck}>
            On since {day(since)}
          </Tag>
        </div>
      )}
      {begin.isError && <ErrorBanner title={messageOf(begin.error)} />}
      {begin.isSuccess && (
        <SetUpAppDialog
          {...begin.data}
          onClose={begin.reset}
          onConfirmed={(codes) => {
            begin.reset()
            void refresh()
            void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
            if (codes === null) toastSuccess('The authenticator app is turned on')
            else onCodes(codes)
          }}
        />
      )}
      {isTurningOff && (
        <ConfirmDialog
          title="Turn the authenticator app off?"
          text={
            status.passkeys.length > 0
              ? 'Your passkeys stay the second step of signing in.'
              : 'Your password alone signs in again, and your recovery codes end.'
          }
          confirm="Turn off"
          keep="Keep it on"
          action={turnOff}
          onClose={() => setIsTurningOff(false)}
        />
      )}
      {dialog}
    </Section>
  )
}
