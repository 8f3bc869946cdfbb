import { WebhookPreset } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { hostileTitles } from '../../../test/hostile-titles.ts'
import { callOf, type OpenWebhook, type Told } from './presets.ts'

const URL_OF_ALERT = 'https://bids.example.com/receipts/7'
const told: Told = {
  kind: 'alert',
  at: Date.UTC(2026, 10, 22),
  title: 'Seiko 6139: your bid will fail',
  text: 'Bids now start at $120.50.',
  url: URL_OF_ALERT,
  imageUrl: null,
  tag: 'bid-7',
  about: [],
  isUrgent: true,
  until: Date.UTC(2026, 10, 23),
  actions: [{ label: 'Raise it', url: 'https://bids.example.com/dashboard' }],
}
const ADDRESSES: Record<WebhookPreset, string> = {
  standard: 'https://hooks.example.com/bidwell?x=1',
  ntfy: 'https://ntfy.example.com/under/my-topic',
  discord: 'https://discord.com/api/webhooks/123/',
  apprise: 'https://apprise.example.com/notify/key',
}
const webhookOf = (preset: WebhookPreset): OpenWebhook => ({
  preset,
  address: ADDRESSES[preset],
  secret: 'secret-token',
})
const presets = WebhookPreset.options

test('Each preset calls the address and has the form that its service documents', () => {
  const calls = Object.fromEntries(presets.map((preset) => [preset, callOf(webhookOf(preset), told)]))
  const text = 'Bids now start at $120.50.'
  expect(calls).toEqual({
    standard: {
      url: 'https://hooks.example.com/bidwell?x=1',
      headers: {},
      body: {
        type: 'alert',
        timestamp: '2026-11-22T00:00:00.000Z',
        data: {
          title: told.title,
          text,
          about: [],
          url: URL_OF_ALERT,
          image_url: null,
          tag: 'bid-7',
          urgent: true,
          until: '2026-11-23T00:00:00.000Z',
          actions: told.actions,
        },
      },
    },
    ntfy: {
      url: 'https://ntfy.example.com/under/',
      headers: { authorization: 'Bearer secret-token' },
      body: {
        topic: 'my-topic',
        title: told.title,
        message: text,
        priority: 5,
        click: URL_OF_ALERT,
        markdown: false,
        actions: [{ action: 'view', label: 'Raise it', url: 'https://bids.example.com/dashboard' }],
      },
    },
    discord: {
      url: 'https://discord.com/api/webhooks/123/secret-token',
      headers: {},
      body: {
        username: 'Bidwell',
        content: `Seiko 6139\\: your bid will fail\n${text}\n${URL_OF_ALERT}`,
        allowed_mentions: { parse: [] },
        flags: 4,
      },
    },
    apprise: {
      url: 'https://apprise.example.com/notify/key',
      headers: {},
      body: { title: told.title, body: `${text}\n${URL_OF_ALERT}`, type: 'warning', format: 'text' },
    },
  })
})

/** The untrusted text of a call, without our own link. */
const textsOf = (body: object): string[] =>
  Object.entries(body).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return textsOf(value)
    const isText = ['title', 'message', 'text', 'body', 'content'].includes(name)
    return isText ? String(value).replace(URL_OF_ALERT, '').split('\n') : []
  })
/** What hides or reorders text; of the format characters, only the two that we use or keep are left. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200B\u200D])\p{Cf}/u

test.each(presets)('No hostile title is more than text at %s', (preset) => {
  for (const title of hostileTitles) {
    const { body } = callOf(webhookOf(preset), { ...told, title, text: title })
    const sent = JSON.stringify(body)
    expect(JSON.parse(sent)).toEqual(body)
    const texts = textsOf(body)
    for (const text of texts) {
      expect(text.match(UNSEEN), JSON.stringify(text)).toBe(null)
      expect(text.length).toBeLessThan(2_400)
    }
    // A program that receives the signed form gets the words as they are.
    if (preset === 'standard') continue
    for (const text of texts) {
      expect(text).not.toMatch(/@(everyone|here|durov|123|&|!)/)
      expect(text).not.toMatch(/[<>]|:\/\/|[a-z]\.(example|exe)/)
      expect(text).not.toMatch(/(^|\s)\/(start|stop|onload)/)
    }
  }
})

test('Discord gets no markup of a title, and at most 2,000 characters', () => {
  for (const title of hostileTitles) {
    const { body } = callOf(webhookOf('discord'), { ...told, title, text: title.repeat(3) })
    const { content } = body as { content: string }
    expect(content.length).toBeLessThanOrEqual(2_000)
    const own = content.replace(URL_OF_ALERT, '')
    // Every sign of markup follows an odd number of backslashes.
    expect(own.replaceAll(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[*_~`|[\]()#>\\]/)
  }
})
