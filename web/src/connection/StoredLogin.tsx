import { type ConnectionStatus, messages, type SiteInfo } from '@bidwell/contract'
import { useState } from 'react'
import { dayAndTime } from '../time/day.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Fact, Facts } from '../ui/cards/Facts.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Users } from '../ui/icons.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { ReconnectButton } from './ReconnectButton.tsx'

const RemoveLoginDialog = lazyDialog(async () => (await import('./RemoveLoginDialog.tsx')).RemoveLoginDialog)

/** The stored login with its status, and buttons to sign in again, replace it and remove it. */
export function StoredLogin({ site, status }: { site: SiteInfo; status: ConnectionStatus }) {
  const [replacing, setReplacing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const asksForLogin = replacing || status.refused
  return (
    <>
      <Section title={`Your ${site.name} login`}>
        {status.problem !== null && (
          <ErrorBanner title={status.refused ? `${site.name} refused this login:` : 'The last login did not work:'}>
            {status.problem}
          </ErrorBanner>
        )}
        {status.shared && (
          <Banner tone="warning" icon={Users} role="note">
            {messages.connection.shared(site.name)}
          </Banner>
        )}
        <Facts>
          <Fact name="User name">{status.username ?? 'Not known'}</Fact>
          <Fact name="Last verified">{status.lastVerified === null ? 'Never' : dayAndTime(status.lastVerified)}</Fact>
          <Fact name="Status">{tokenStatusText(status)}</Fact>
        </Facts>
        <div className="flex flex-wrap gap-3">
          {!status.refused && <ReconnectButton size="normal" />}
          {!asksForLogin && <Button onClick={() => setReplacing(true)}>Use another login</Button>}
          <Button variant="quiet" className="text-danger" onClick={() => setRemoving(true)}>
            Remove login
          </Button>
        </div>
      </Section>
      {asksForLogin && <CredentialsForm site={site} status={status} onDone={() => setReplacing(false)} />}
      {removing && <RemoveLoginDialog site={site} onClose={() => setRemoving(false)} />}
    </>
  )
}

/** Whether Bidwell is signed in to the site. */
function tokenStatusText({ hasValidToken, tokenExpired }: ConnectionStatus): string {
  if (hasValidToken && !tokenExpired) return 'Signed in'
  return tokenExpired ? 'Run out; renewed before the next bid' : 'Not signed in'
}
