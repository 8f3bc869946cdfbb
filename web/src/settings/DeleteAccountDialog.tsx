import { api, type BidAtStake, messages } from '@bidwell/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { call } from '../api/call.ts'
import { useSiteName } from '../api/installation-queries.ts'
import { signOut } from '../session/session.ts'
import { useWhen } from '../time/use-when.ts'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { formatDollars } from '../ui/money.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { toastInfo, toastWarning } from '../ui/overlays/toasts.tsx'

/** Says what deleting the account does to each pending bid, and deletes it. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const site = useSiteName()
  const preview = useQuery(deletionPreviewQuery)
  const { withReauthentication, dialog } = useReauthentication()
  const remove = useMutation({
    mutationFn: async () => (await withReauthentication(() => call(api.deleteAccount))).data,
    onSuccess: async ({ not_stopped }) => {
      signOut()
      await navigate('/')
      toastInfo(messages.privacy.deleted(days), { id: 'account-deletion', persistent: true })
      for (const { title } of not_stopped) {
        toastWarning(messages.privacy.stillSent(title), { persistent: true })
      }
    },
  })
  const { bids = [], grace_days: days = 0, has_site_login: hasLogin = false } = preview.data ?? {}
  return (
    <>
      <ConfirmDialog
        ignoreOutsideClicks
        title="Delete your account?"
        confirm="Delete my account"
        keep="Keep my account"
        action={remove}
        whyNot={preview.data ? null : 'What happens to your bids is being read.'}
        onClose={onClose}
      >
        <LoadState query={preview} skeleton="h-40" />
        {preview.data && (
          <>
            <Bids bids={bids} fate="cancelled" title="These bids are cancelled at once" />
            <Bids bids={bids} fate="sent" title="These bids are on their way or placed, and still count" />
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {bids.length === 0 && <li>You have no pending bids.</li>}
              {hasLogin && <li>Your {site} login is deleted at once. Nobody can restore it.</li>}
              <li>You are signed out everywhere.</li>
              <li>
                Everything else is deleted after {days} days. Signing in until then keeps the account, without the bids
                and the login.
              </li>
              <li>A record of your bids stays without your name, as proof of what was sent.</li>
            </ul>
          </>
        )}
      </ConfirmDialog>
      {dialog}
    </>
  )
}

type BidsProps = { bids: readonly BidAtStake[]; fate: BidAtStake['fate']; title: string }

function Bids({ bids, fate, title }: BidsProps) {
  const when = useWhen()
  const shown = bids.filter((bid) => bid.fate === fate)
  if (shown.length === 0) return null
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul aria-label={title} className="mt-1 flex max-h-60 flex-col divide-y divide-line overflow-y-auto">
        {shown.map(({ id, title: tracked, ends_at, max_bid }) => (
          <li key={id} className="py-2">
            <p className="wrap-anywhere">
              {tracked}, max <span className="tabular">{formatDollars(max_bid)}</span>
            </p>
            <p className="text-small text-ink-2">Ends {when(ends_at)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What deleting the account would do now. Always read anew: bids go out meanwhile. */
const deletionPreviewQuery = queryOptions({
  queryKey: ['deletion-preview'],
  queryFn: async ({ signal }) => (await call(api.previewDeletion, { signal })).data,
  gcTime: 0,
  refetchInterval: 15_000,
})
