import type { UserDetails } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Link } from '../ui/Link.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { listNotStopped } from './list-not-stopped.tsx'
import { type UserAction, userMutation } from './user-queries.ts'

type Kind = UserAction['kind']

type ActionText = {
  label: string
  title: string
  text: ReactNode
  /** The owner of the account is told the reason. */
  isTold: boolean
  done: string
}

const TEXTS: Readonly<Record<Kind, ActionText>> = {
  suspend: {
    label: 'Suspend this account',
    title: 'Suspend this account?',
    text:
      'Its sessions end, nobody can sign in to it, and its bidding is paused: bids that are not locked in are not sent. ' +
      'You can lift the suspension here; the bidding then stays paused until the owner resumes it.',
    isTold: true,
    done: 'The account is suspended',
  },
  reinstate: {
    label: 'Lift the suspension',
    title: 'Lift the suspension?',
    text: 'The owner gets a mail and can sign in again. The bidding stays paused until the owner resumes it.',
    isTold: false,
    done: 'The suspension is lifted',
  },
}

/** What the administrator may do with an account. Nobody can act in another's name, or see a password or site login. */
export function UserActions({ user }: { user: UserDetails }) {
  const [asked, setAsked] = useState<Kind | null>(null)
  const kind = user.suspended_at === null ? 'suspend' : 'reinstate'
  return (
    <Section title="Actions">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsked(kind)}>{TEXTS[kind].label}</Button>
        <Link
          to={`/admin/data-deletion?email=${encodeURIComponent(user.email)}`}
          className="flex min-h-11 items-center px-2 underline underline-offset-4"
        >
          Delete the account…
        </Link>
      </div>
      {asked !== null && <ActDialog user={user} kind={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

type ActDialogProps = { user: UserDetails; kind: Kind; onClose: () => void }

function ActDialog({ user: { id }, kind, onClose }: ActDialogProps) {
  const { mutateAsync } = useMutation(userMutation)
  const { title, label, text, isTold, done } = TEXTS[kind]
  return (
    <ActionDialog
      title={title}
      confirm={label}
      hint={isTold ? 'The owner of the account reads it.' : 'It stands in the log of your actions.'}
      variant={kind === 'suspend' ? 'danger' : 'primary'}
      act={(reason) => mutateAsync({ kind, id, reason })}
      done={done}
      leftOf={listNotStopped}
      onClose={onClose}
    >
      {text}
    </ActionDialog>
  )
}
