import type { Deletion } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmailField } from '../account/EmailField.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { useWhen } from '../time/use-when.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { CalendarClock, Check, TriangleAlert, Undo2 } from '../ui/icons.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { toastInfo } from '../ui/overlays/toasts.tsx'
import { Tag } from '../ui/Tag.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { AdminPage } from './AdminPage.tsx'
import { deleteAccountOfMutation, deletionsQuery, keepAccountMutation } from './deletions-query.ts'

/** The requests to delete accounts. */
function DataDeletionPage() {
  const deletions = useQuery(deletionsQuery)
  return (
    <AdminPage title="Deletion of accounts">
      <LoadState query={deletions} skeleton="h-72" />
      {deletions.data && <DeletionList deletions={deletions.data} />}
      <DeleteForm />
    </AdminPage>
  )
}

const STATE = {
  waiting: { tone: 'info', icon: CalendarClock, label: 'Waiting' },
  overdue: { tone: 'warning', icon: TriangleAlert, label: 'Due' },
  cancelled: { tone: 'neutral', icon: Undo2, label: 'Cancelled' },
  completed: { tone: 'success', icon: Check, label: 'Deleted' },
} as const

/** Requests to delete accounts with their states, dates, and what is left of the account. */
const DeletionList = ({ deletions }: { deletions: readonly Deletion[] }) => (
  <Section title="Requests">
    <Rows label="Requests" empty="Nobody has asked to delete an account.">
      {deletions.map((deletion) => (
        <DeletionItem key={deletion.id} deletion={deletion} />
      ))}
    </Rows>
  </Section>
)

function DeletionItem({ deletion }: { deletion: Deletion }) {
  const when = useWhen()
  const keep = useMutation(keepAccountMutation)
  const [asks, setAsks] = useState(false)
  const { state, left } = deletion
  const { tone, icon, label } = STATE[state]
  const isOpen = state === 'waiting' || state === 'overdue'
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span className="wrap-anywhere">{deletion.email ?? `Account ${deletion.account_id}`}</span>
        <Tag tone={tone} icon={icon}>
          {label}
        </Tag>
      </p>
      <p className="text-small text-ink-2">
        Asked {when(deletion.requested_at)} by the {deletion.requested_by}.{' '}
        {deletion.ended_at === null ? `To be deleted ${when(deletion.due_at)}.` : `Ended ${when(deletion.ended_at)}.`}
      </p>
      {deletion.reason !== null && <p className="text-small wrap-anywhere text-ink-2">Reason: {deletion.reason}</p>}
      {isOpen && (
        <p className="text-small text-ink-2">
          Left: {counted(left.open_bids, 'open bid')}, {counted(left.auctions, 'auction')},{' '}
          {counted(left.site_logins, 'site login')}.
        </p>
      )}
      {isOpen && (
        <div>
          <Button onClick={() => setAsks(true)}>Keep this account</Button>
          {asks && (
            <ActionDialog
              title="Keep this account?"
              hint="It stands in the log of your actions. The owner does not see it."
              confirm="Keep this account"
              act={(reason) => keep.mutateAsync({ id: deletion.id, reason })}
              done="The account is kept"
              onClose={() => setAsks(false)}
            >
              The deletion is cancelled, and its owner gets a mail that says so. Cancelled bids stay cancelled, and the
              owner has to enter the site login again. The account can be deleted again below.
            </ActionDialog>
          )}
        </div>
      )}
    </li>
  )
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Deletes somebody else's account, with a reason. */
function DeleteForm() {
  const { withReauthentication, dialog } = useReauthentication()
  const [email, setEmail] = useState(useSearchParams()[0].get('email') ?? '')
  const [reason, setReason] = useState('')
  const remove = useMutation(deleteAccountOfMutation)
  const submit = async () => {
    // A failure is shown below the form.
    const done = await withReauthentication(() => remove.mutateAsync({ email, reason })).catch(() => null)
    if (done === null) return
    setEmail('')
    setReason('')
    const { length } = done.not_stopped
    toastInfo(
      length === 0 ? 'The account is being deleted' : `The account is being deleted; ${length} bids still count`,
    )
  }
  return (
    <Section
      title="Delete an account for its owner"
      text="The site login is deleted, sessions end and pending bids are cancelled at once; the rest follows after two weeks. The owner gets a mail with the reason, and can only download the data until then: you alone can keep the account, in the list above."
    >
      <form
        name="delete-account"
        noValidate
        className="flex flex-col items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex w-full max-w-md flex-col gap-4">
          <EmailField
            name="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextField
            label="Reason"
            hint="The owner of the account reads it."
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        {remove.isError && <ErrorBanner title={messageOf(remove.error)} />}
        <Button
          type="submit"
          variant="danger"
          busy={remove.isPending}
          disabled={email.trim() === '' || reason.trim() === ''}
        >
          Delete this account
        </Button>
      </form>
      {dialog}
    </Section>
  )
}

export { DataDeletionPage as Component }
