import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { ShieldAlert } from '../../ui/icons.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { ApiTokensSection } from '../api-tokens/ApiTokensSection.tsx'
import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { GoogleSection } from './GoogleSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { RecoveryCodesSection } from './RecoveryCodesSection.tsx'
import { secondFactorQuery, securityLogQuery, sessionsQuery } from './security-queries.ts'
import { SecurityLogSection } from './SecurityLogSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

const RecoveryCodesDialog = lazyDialog(async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog)

/** How the user signs in, and where the account is signed in. */
export function SecurityTab() {
  const status = useQuery(secondFactorQuery)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  useRefreshAfterChanges()
  return (
    <div className="flex flex-col gap-4">
      {status.data?.required === true && (
        <Banner tone="warning" icon={ShieldAlert} title="Set up a second factor to administer this installation">
          You are its administrator. The administrator's pages open once an authenticator app or a passkey protects your
          account.
        </Banner>
      )}
      <EmailSection />
      <PasswordSection />
      <LoadState query={status} skeleton="h-64 sm:h-52" />
      {status.data && (
        <>
          <GoogleSection isLinked={status.data.google_linked} />
          <AuthenticatorSection status={status.data} onCodes={setNewCodes} />
          <PasskeysSection status={status.data} onCodes={setNewCodes} />
          {(status.data.totp_since !== null || status.data.passkeys.length > 0) && (
            <RecoveryCodesSection status={status.data} onCodes={setNewCodes} />
          )}
        </>
      )}
      <SessionsSection />
      <ApiTokensSection />
      <SecurityLogSection />
      {newCodes !== null && <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </div>
  )
}

/** Reads the sessions and the security log again after each change: most are logged, and some end sessions. */
function useRefreshAfterChanges() {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        for (const { queryKey } of [sessionsQuery, securityLogQuery]) void client.invalidateQueries({ queryKey })
      }),
    [client],
  )
}
