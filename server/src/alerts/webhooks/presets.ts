import type { WebhookPreset } from '@bidwell/contract'
import type { Alert } from '../compose-alert.ts'
import { inertText, plainText } from '../tame-text.ts'

/** A webhook as its calls need it: see `WebhookSettings`. */
export type OpenWebhook = { preset: WebhookPreset; address: string; secret: string | null }

/** What a webhook is told: an alert whose paths have become addresses. */
export type Told = Omit<Alert, 'path' | 'actions'> & {
  /** Whether it is an alert, or a test of one. */
  kind: string
  /** Epoch ms. */
  at: number
  url: string
  actions: readonly { label: string; url: string }[]
}

/** A call of a service, before it is signed and sent. */
export type Call = { url: string; headers: Readonly<Record<string, string>>; body: object }

const MAX_TITLE = 200
const MAX_TEXT = 1_000
/** Discord takes 2,000 characters, and half of them may be escapes. */
const MAX_DISCORD_TITLE = 150
const MAX_DISCORD_TEXT = 600
const DISCORD_MARKUP = /[\\*_~`|[\]()#:+\->]/g
/** The links in the text get no preview. */
const DISCORD_SUPPRESS_EMBEDS = 4
const MAX_NTFY_ACTIONS = 3

/** The call that tells a webhook. Titles of auctions are untrusted: they arrive as text, whatever they contain. */
export const callOf = (webhook: OpenWebhook, told: Told): Call => PRESETS[webhook.preset](webhook, told)

const PRESETS: Record<WebhookPreset, (webhook: OpenWebhook, told: Told) => Call> = {
  standard: ({ address }, told) => ({
    url: address,
    headers: {},
    body: {
      type: told.kind,
      timestamp: new Date(told.at).toISOString(),
      data: {
        title: plainText(told.title, MAX_TITLE),
        text: plainText(told.text, MAX_TEXT),
        about: told.about,
        url: told.url,
        image_url: told.imageUrl,
        tag: told.tag,
        urgent: told.isUrgent,
        until: new Date(told.until).toISOString(),
        actions: told.actions,
      },
    },
  }),

  // Its JSON form, at the root of the server: headers could not hold every title.
  ntfy({ address, secret }, told) {
    const { base, last } = splitLast(address)
    const [title, text] = [inertText(told.title, MAX_TITLE), inertText(told.text, MAX_TEXT)]
    return {
      url: base,
      headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
      body: {
        topic: last,
        title: text === '' ? 'Bidwell' : title,
        message: text === '' ? title : text,
        priority: told.isUrgent ? 5 : 3,
        click: told.url,
        markdown: false,
        actions: told.actions
          .slice(0, MAX_NTFY_ACTIONS)
          .map(({ label, url }) => ({ action: 'view', label: plainText(label, 40), url })),
      },
    }
  },

  discord({ address, secret }, told) {
    const title = inertText(told.title, MAX_DISCORD_TITLE)
    const text = inertText(told.text, MAX_DISCORD_TEXT)
    const lines = [title, text].filter(Boolean).map((line) => line.replaceAll(DISCORD_MARKUP, '\\$&'))
    return {
      url: `${address}${secret}`,
      headers: {},
      body: {
        username: 'Bidwell',
        content: [...lines, told.url].join('\n'),
        allowed_mentions: { parse: [] },
        flags: DISCORD_SUPPRESS_EMBEDS,
      },
    }
  },

  // It passes the text on to any service: `text` makes it escape what that service would read as markup.
  apprise: ({ address }, told) => ({
    url: address,
    headers: {},
    body: {
      title: inertText(told.title, MAX_TITLE),
      body: [inertText(told.text, MAX_TEXT), told.url].filter(Boolean).join('\n'),
      type: told.isUrgent ? 'warning' : 'info',
      format: 'text',
    },
  }),
}

/** The last step of an address, and what is above it. */
export function splitLast(address: string): { base: string; last: string } {
  const { origin, pathname } = new URL(address)
  const at = pathname.lastIndexOf('/')
  return { base: `${origin}${pathname.slice(0, at + 1)}`, last: pathname.slice(at + 1) }
}
