import type { UserDetails } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
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

const TEXTS: Readonly<Record<Exclude<Kind, 'trial'>, ActionText>> = {
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
  'sign-out': {
    label: 'Sign out everywhere',
    title: 'Sign this account out everywhere?',
    text: 'All its sessions end. Its bids are sent as scheduled, and the owner can sign in again.',
    isTold: false,
    done: 'The account is signed out everywhere',
  },
  'reset-mail': {
    label: 'Mail a password link',
    title: 'Mail a link that sets a password?',
    text:
      'The link goes to the address of the account alone. Setting a password by it ends all sessions, and lifts the locks ' +
      'that wrong passwords caused.',
    isTold: false,
    done: 'The link is on its way',
  },
}

/** What the administrator may do with an account. Nobody can act in another's name, or see a password or site login. */
export function UserActions({ user }: { user: UserDetails }) {
  const [asked, setAsked] = useState<Kind | null>(null)
  const kinds = [user.suspended_at === null ? 'suspend' : 'reinstate', 'sign-out', 'reset-mail'] as const
  const close = () => setAsked(null)
  return (
    <Section title="Actions">
      <div className="flex flex-wrap gap-3">
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => setAsked(kind)}>
            {TEXTS[kind].label}
          </Button>
        ))}
        {user.plan.trial_ends_at !== null && (
          <Button onClick={() => setAsked('trial')}>Set the end of the trial</Button>
        )}
        <Link
          to={`/admin/data-deletion?email=${encodeURIComponent(user.email)}`}
          className="flex min-h-11 items-center px-2 underline underline-offset-4"
        >
          Delete the account…
        </Link>
      </div>
      {asked === 'trial' && <TrialDialog user={user} onClose={close} />}
      {asked !== null && asked !== 'trial' && <ActDialog user={user} kind={asked} onClose={close} />}
    </Section>
  )
}

type ActDialogProps = { user: UserDetails; kind: Exclude<Kind, 'trial'>; onClose: () => void }

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

const MOST_DAYS = 90

function TrialDialog({ user: { id }, onClose }: { user: UserDetails; onClose: () => void }) {
  const { mutateAsync } = useMutation(userMutation)
  const [days, setDays] = useState('7')
  return (
    <ActionDialog
      title="Set the end of the trial?"
      confirm="Set the end"
      whyNot={days !== '' && Number(days) <= MOST_DAYS ? null : `Enter 0 to ${MOST_DAYS} days first`}
      hint="It stands in the log of your actions."
      act={(reason) => mutateAsync({ kind: 'trial', id, reason, days: Number(days) })}
      done="The end of the trial is set"
      onClose={onClose}
    >
      <p>The owner is reminded before the end as of every trial. You can set another end at any time.</p>
      <TextField
        className="mt-3 max-w-40"
        label="Days from now"
        hint={`0 to ${MOST_DAYS}; 0 ends it at once`}
        inputMode="numeric"
        maxLength={2}
        value={days}
        onChange={(event) => setDays(event.target.value.replaceAll(/\D/g, ''))}
      />
    </ActionDialog>
  )
}
