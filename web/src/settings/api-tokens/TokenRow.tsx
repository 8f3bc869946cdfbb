import { api, type ApiToken, messages } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { day, dayAndTime } from '../../time/day.ts'
import { MINUTE_MS } from '../../time/units.ts'
import { useNow } from '../../time/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Clock } from '../../ui/icons.tsx'
import { centsOf, formatDollars } from '../../ui/money.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastSaved } from '../../ui/overlays/toasts.tsx'
import { VisuallyHidden } from '../../ui/screen-readers.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'

/** A token: what its program may do, when it was used last, and the button that revokes it. */
export function TokenRow({ token }: { token: ApiToken }) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [isAsking, setIsAsking] = useState(false)
  const isExpired = useNow(MINUTE_MS) >= Date.parse(token.expires_at)
  const { name, max_bid, day_cap, ask_above } = token
  const revoke = useMutation({
    mutationFn: () => withReauthentication(() => call(api.revokeApiToken, { params: { id: token.id } })),
    onSuccess: () => {
      setIsAsking(false)
      toastSaved(messages.apiToken.revoked)
      void client.invalidateQueries(apiTokensQuery)
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {isExpired && (
            <Tag tone="warning" icon={Clock}>
              {messages.apiToken.hasExpired}
            </Tag>
          )}
        </p>
        <p className="text-small text-ink-2">
          {messages.apiToken.scopes[token.scope].label}.{' '}
          {max_bid !== null &&
            day_cap !== null &&
            messages.apiToken.caps(formatDollars(max_bid), formatDollars(day_cap))}
          {ask_above !== null && ` ${messages.apiToken.asksAbove(centsOf(ask_above))}`}
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          {!isExpired && `${messages.apiToken.expires(day(token.expires_at))} `}
          {usedText(token)}
        </p>
      </div>
      <Button size="dense" onClick={() => setIsAsking(true)}>
        {messages.apiToken.revoke}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={messages.apiToken.revokeQuestion(name)}
          text={messages.apiToken.revokeText}
          confirm={messages.apiToken.revoke}
          keep={messages.apiToken.keep}
          action={revoke}
          onClose={() => setIsAsking(false)}
        />
      )}
      {dialog}
    </li>
  )
}

/** `Last used Nov 22, 2026, 3:05 PM from 203.0.113.7.` */
function usedText({ last_used_at: at, last_ip_address: from }: ApiToken): string {
  if (at === null) return messages.apiToken.unused
  return messages.apiToken.used(dayAndTime(at) + (from === null ? '' : ` from ${from}`))
}
