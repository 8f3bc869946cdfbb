import { useMutation } from '@tanstack/react-query'
import { ActionDialog } from '../ActionDialog.tsx'
import { type QueueAction, queueMutation } from './queue-queries.ts'

type Kind = QueueAction['kind']

const IN_LOG = 'It stands in the log of your actions.'

const TEXTS: Readonly<Record<Kind, { title: string; confirm: string; text: string; hint: string; done: string }>> = {
  'retry-message': {
    title: 'Try this message again now?',
    confirm: 'Try it now',
    text: 'It is due at once, instead of at its next try. If it fails again, it waits as before. Nothing else changes.',
    hint: IN_LOG,
    done: 'The message is due',
  },
  'cancel-message': {
    title: 'Cancel this message?',
    confirm: 'Cancel the message',
    text:
      'It is not sent, and what is in it is deleted, so this cannot be undone. A link in it stays valid, but reaches nobody: ' +
      'its owner has to ask for another one.',
    hint: 'It stands in the log of your actions, and the owner of the account can read it.',
    done: 'The message is cancelled',
  },
  'retry-messages': {
    title: 'Try all of this kind again now?',
    confirm: 'Try them now',
    text: 'Those that were tried in vain are due at once, 10,000 at most. Those that fail again wait as before.',
    hint: IN_LOG,
    done: 'The messages are due',
  },
  'retry-job': {
    title: 'Run this job now?',
    confirm: 'Run it now',
    text: 'It is due at once, and its tries are counted anew. You can cancel it until a process takes it.',
    hint: IN_LOG,
    done: 'The job is due',
  },
  'cancel-job': {
    title: 'Cancel this job?',
    confirm: 'Cancel the job',
    text: 'It is deleted and does not run, which cannot be undone. A job of the schedule comes again at its next time.',
    hint: IN_LOG,
    done: 'The job is cancelled',
  },
  'retry-jobs': {
    title: 'Run all failed jobs of this task now?',
    confirm: 'Run them now',
    text: 'Those that have used up their tries are due at once, 10,000 at most, and their tries are counted anew.',
    hint: IN_LOG,
    done: 'The jobs are due',
  },
}

type QueueDialogProps = {
  action: QueueAction
  /** What it is about. */
  subject: string
  onClose: () => void
}

export function QueueDialog({ action, subject, onClose }: QueueDialogProps) {
  const { mutateAsync } = useMutation(queueMutation)
  const { title, confirm, text, hint, done } = TEXTS[action.kind]
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      hint={hint}
      variant={action.kind.startsWith('cancel') ? 'danger' : 'primary'}
      act={(reason) => mutateAsync({ action, reason })}
      done={(retried) =>
        retried === 1 ? done : retried === 0 ? 'None of them was waiting any more' : `${done}: ${retried}`
      }
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">{subject}</p>
      <p className="mt-2">{text}</p>
    </ActionDialog>
  )
}
