import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Rows } from '../../ui/cards/Rows.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { SecretDialog } from '../SecretDialog.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'
import { TokenDialog } from './TokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'

/** The tokens by which programs call for the user: made, shown once, and revoked. */
export function ApiTokensSection() {
  const tokens = useQuery(apiTokensQuery)
  const [isMaking, setIsMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Section
      title={messages.apiToken.section}
      text={messages.apiToken.sectionText}
      action={
        tokens.isSuccess && (
          <Button variant={tokens.data.length === 0 ? 'primary' : 'secondary'} onClick={() => setIsMaking(true)}>
            {messages.apiToken.make}
          </Button>
        )
      }
    >
      <LoadState query={tokens} skeleton="h-16" />
      {tokens.data && (
        <Rows label={messages.apiToken.section} empty={messages.apiToken.none}>
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </Rows>
      )}
      <p className="max-w-prose text-small text-ink-2">{messages.apiToken.rules}</p>
      {isMaking && (
        <TokenDialog
          onMade={(made) => {
            setIsMaking(false)
            setSecret(made)
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={messages.apiToken.shownOnce}
          text={messages.apiToken.shownOnceText}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  )
}
