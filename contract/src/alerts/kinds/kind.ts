import * as z from 'zod/mini'
import type { PreflightFinding } from '../../bids/preflight.ts'
import type { AlertClass } from '../alerts.ts'

/** What a notification is about. The page filters by it. */
export type NotificationGroup = 'results' | 'warnings' | 'account' | 'plan'

/** What the colour and the icon of a notification repeat. */
type NotificationTone = 'success' | 'neutral' | 'outbid' | 'danger' | 'warning' | 'info'

/** What a sentence needs besides its values. `time` formats an instant in epoch ms. */
export type Context = { site: string; time: (at: number) => string }
type Text = {
  /** A few words, which lists show in bold. */
  title: string
  /** One or two sentences; empty where the title says everything. */
  text: string
  /** In place of the tone of the kind. */
  tone?: NotificationTone
}

export type Described = Omit<Text, 'tone'> & { tone: NotificationTone; path: string | null }

/** What has become of that which a notification is about. Instants are epoch ms. */
export type Subject = {
  /** When it was told. */
  at: number
  bid: { status: string; fireAt: number; maxBidCents: number; findings: readonly PreflightFinding[] } | null
  listing: { endsAt: number; minimumBidCents: number } | null
  /** The account's login at the site; null: none is stored. */
  login: { state: string; verifiedAt: number } | null
  /** The operator has paused bidding for everybody. */
  isPausedByOperator: boolean
  /** An engine sends bids. */
  hasEngine: boolean
  /** When the next of the account's scheduled bids is sent; null: none is still to come. */
  nextBidAt: number | null
  /** Until when a restored bid waits for its owner; null without one. */
  restoredUntil: number | null
  /** The bid that a program asked for still waits for the owner's tap. */
  isAsked: boolean
  /** The trouble of the installation that it is about stands. */
  isInTrouble: boolean
  /** Nothing is sent to the place that it is about. */
  isStopped: boolean
}

type About = {
  /** What a user reads where the channels of the kind are chosen, and in the links that end its mails. */
  name?: string
  group: NotificationGroup
  /** How much it matters outside the browser. */
  class: AlertClass
  /** In place of its class, where it decides which alerts go where. */
  goesAs?: AlertClass
  tone: NotificationTone
  /** The page to which it leads: without one, the receipt of its bid, or its auction. */
  path?: string
  /** What the button says that leads there. */
  button?: string
  /** Users who do not administer the installation never get it, so nobody chooses its channels. */
  isForAdministrators?: true
  /** Somebody else may have done it: its mail says when and from where, and what to do then. */
  maybeNotYou?: true
}

type Rules<Values> = {
  /** Whether telling it is still of use, asked each time before it goes out; without this rule, it is. For urgent kinds. */
  still?: (subject: Subject, values: Values) => boolean
  /** From when on it is of no use outside the browser: for a warning, when its user can no longer act. Null: it has no such moment. */
  until?: (subject: Subject, values: Values) => number | null
}

/**
 * Declares a kind of notification: what there is to know about it, the schema of what the database keeps for it, the sentences that
 * follow from these values, and when it is of no use any more.
 */
export function kind<Shape extends z.core.$ZodLooseShape>(
  about: About,
  shape: Shape,
  write: (values: z.output<z.ZodMiniObject<Shape>>, context: Context) => Text,
  { still = () => true, until = () => null }: Rules<z.output<z.ZodMiniObject<Shape>>> = {},
) {
  const values = z.object(shape)
  const read = <T>(stored: unknown, answer: (data: z.output<typeof values>) => T): T | null => {
    const { success, data } = values.safeParse(stored)
    return success ? answer(data) : null
  }
  return {
    ...about,
    values,
    // Each is null for values that another version of Bidwell has stored.
    textOf: (stored: unknown, context: Context): Text | null => read(stored, (data) => write(data, context)),
    holds: (stored: unknown, subject: Subject): boolean | null => read(stored, (data) => still(subject, data)),
    endOf: (stored: unknown, subject: Subject): number | null => read(stored, (data) => until(subject, data)),
  }
}

/** Pairs a title with a text. */
export const say = (title: string, text = '', tone?: NotificationTone): Text => ({ title, text, ...(tone && { tone }) })
/** Joins the sentences that apply. */
export const spans = (...parts: (string | null | false)[]): string => parts.filter((part) => part).join(' ')
