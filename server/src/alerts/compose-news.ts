import { messages } from '@bidwell/contract'
import { facts, type Letter, link, text } from '../notifying/mail/template.ts'

/** A notification about the account, as it is stored. `at` is epoch ms. */
export type News = { kind: string; values: Readonly<Record<string, unknown>>; at: number }

/**
 * The mail that tells news of the account. What somebody else may have done is told with when and from where, and with what to do
 * then. `zone` is the owner's; null: not known. Pure.
 */
export function composeNews({ kind, values, at }: News, { site, zone }: { site: string; zone: string | null }): Letter {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone ?? 'UTC',
    timeZoneName: 'short',
  })
  const time = (instant: number) => format.format(instant)
  const { title, text: said, path } = messages.notification.describe(kind, values, { site, time })
  const paragraphs = said === '' ? [] : [text(said)]
  const act = link(messages.notification.buttonOf(kind), path ?? '/notifications')
  if (!messages.notification.maybeNotYou(kind)) return { subject: title, paragraphs: [...paragraphs, act] }
  const { ipAddress } = values
  const where: [string, string][] = typeof ipAddress === 'string' ? [['From', ipAddress]] : []
  return {
    subject: title,
    paragraphs: [
      ...paragraphs,
      facts(['When', time(at)], ...where),
      text('If it was not you, somebody else can act in your name: choose a new password now.'),
      link('Choose a new password', '/?auth=forgotPassword'),
    ],
  }
}
