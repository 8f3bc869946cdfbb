import type { ChannelName, JobState, MessageState, QueuedMessage } from '@bidwell/contract'
import {
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from '../../ui/icons.tsx'
import type { Tone } from '../../ui/tone.ts'

export const CHANNELS: Readonly<Record<ChannelName, string>> = {
  email: 'Mail',
  push: 'Alerts on devices',
  sms: 'Text messages',
  webhook: 'Webhooks',
}

/** One of them. */
export const MESSAGES: Readonly<Record<ChannelName, string>> = {
  email: 'Mail',
  push: 'Alert on a device',
  sms: 'Text message',
  webhook: 'Webhook',
}

export const MESSAGE_STATES: Readonly<Record<MessageState, { label: string; empty: string }>> = {
  waiting: { label: 'Waiting', empty: 'No message waits.' },
  later: { label: 'Not due yet', empty: 'No message is planned for later.' },
  failed: { label: 'Failed', empty: 'No message has failed in the last 90 days.' },
  dropped: { label: 'Not wanted', empty: 'No message was left out in the last 90 days.' },
  sent: { label: 'Sent', empty: 'No message was sent in the last 90 days.' },
}

export const JOB_STATES: Readonly<Record<JobState, { label: string; empty: string; tone: Tone; icon: LucideIcon }>> = {
  failed: { label: 'Failed', empty: 'No job has failed for good.', tone: 'danger', icon: TriangleAlert },
  waiting: { label: 'Waiting', empty: 'No job is due.', tone: 'info', icon: Hourglass },
  later: { label: 'Not due yet', empty: 'No job is planned for later.', tone: 'neutral', icon: Clock },
  running: { label: 'Running', empty: 'No job runs right now.', tone: 'info', icon: LoaderCircle },
}

type MessageTag = { label: string; tone: Tone; icon: LucideIcon }

const OUTCOMES: Readonly<Record<NonNullable<QueuedMessage['outcome']>, MessageTag>> = {
  sent: { label: 'Sent', tone: 'success', icon: CircleCheck },
  unconfirmed: { label: 'Perhaps arrived', tone: 'warning', icon: TriangleAlert },
  refused: { label: 'Refused', tone: 'danger', icon: TriangleAlert },
  too_late: { label: 'Given up', tone: 'danger', icon: TriangleAlert },
  dropped: { label: 'Not sent', tone: 'neutral', icon: CircleX },
}

/** How a message stands. */
export function tagOf({ outcome, is_sending: isSending, attempts }: QueuedMessage): MessageTag {
  if (outcome !== null) return OUTCOMES[outcome]
  if (isSending) return { label: 'Being sent', tone: 'info', icon: LoaderCircle }
  if (attempts > 0) return { label: 'Tried in vain', tone: 'warning', icon: TriangleAlert }
  return { label: 'Waiting', tone: 'info', icon: Hourglass }
}

/** `reset password` of `reset-password`. */
export const words = (name: string): string => name.replaceAll(/[-_]/g, ' ')
/** `2 tries`. */
export const tries = (count: number): string => (count === 1 ? '1 try' : `${count} tries`)
