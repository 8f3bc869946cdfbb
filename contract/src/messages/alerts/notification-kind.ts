import * as z from 'zod/mini'
import type { AlertClass } from '../../alerts/alerts.ts'

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

/**
 * A kind of notification: `class` is how much it matters outside the browser, `values` is the schema of what the database keeps
 * for it, `write` makes its sentences of these values, and `path` is the page to which it leads. Without a path it leads to
 * the receipt of its bid or to its auction.
 */
export function kind<Shape extends z.core.$ZodLooseShape>(
  about: {
    group: NotificationGroup
    class: AlertClass
    tone: NotificationTone
    path?: string
    /** In place of its class, where it decides which alerts go where. */
    goesAs?: AlertClass
    /** Users who do not administer the installation never get it, so nobody chooses its channels. */
    isForAdministrators?: true
  },
  shape: Shape,
  write: (values: z.output<z.ZodMiniObject<Shape>>, context: Context) => Text,
) {
  const values = z.object(shape)
  return {
    ...about,
    values,
    /** Null for values that another version of Bidwell has stored. */
    textOf(stored: unknown, context: Context): Text | null {
      const { success, data } = values.safeParse(stored)
      return success ? write(data, context) : null
    },
  }
}

/** Pairs a title with a text. */
export const say = (title: string, text = '', tone?: NotificationTone): Text => ({ title, text, ...(tone && { tone }) })
/** Joins the sentences that apply. */
export const spans = (...parts: (string | null | false)[]): string => parts.filter((part) => part).join(' ')
