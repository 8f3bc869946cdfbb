import * as z from 'zod/mini'
import { ChannelName } from './alerts/alerts.ts'

/**
 * `waiting`: due, or tried in vain. `later`: not due yet. `failed`: refused, given up, or perhaps not arrived. `dropped`: not
 * wanted any more.
 */
export const MessageState = z.enum(['waiting', 'later', 'failed', 'dropped', 'sent'])
export type MessageState = z.infer<typeof MessageState>

export const QueuedMessage = z.object({
  id: z.string(),
  channel: ChannelName,
  kind: z.string(),
  /** Whom it is for; null for a message of no account, such as the last one after a deletion. */
  account: z.nullable(z.object({ id: z.int(), email: z.string() })),
  attempts: z.int(),
  /** What the other side said last, or why it was not sent. */
  said: z.nullable(z.string()),
  /** A process sends it right now. */
  is_sending: z.boolean(),
  queued_at: z.iso.datetime(),
  next_try_at: z.nullable(z.iso.datetime()),
  gives_up_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  outcome: z.nullable(z.enum(['sent', 'unconfirmed', 'refused', 'too_late', 'dropped'])),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

/** `waiting`: due. `later`: not due yet, or put off after a failure. `failed`: its tries are used up. */
export const JobState = z.enum(['failed', 'waiting', 'later', 'running'])
export type JobState = z.infer<typeof JobState>

export const QueuedJob = z.object({
  id: z.int(),
  task: z.string(),
  state: JobState,
  attempts: z.int(),
  max_attempts: z.int(),
  run_at: z.iso.datetime(),
  queued_at: z.iso.datetime(),
  /** The first line of it. */
  last_error: z.nullable(z.string()),
})
export type QueuedJob = z.infer<typeof QueuedJob>
