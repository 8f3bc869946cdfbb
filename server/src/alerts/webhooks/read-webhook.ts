import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { messages, type NewWebhook, type WebhookPreset } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'
import { isLoopback } from '../../platform/network-of.ts'
import { hostAndPort } from './guard-connections.ts'
import { splitLast } from './presets.ts'
import { isPublicAddress } from './public-address.ts'

/** `token` is what the service gave: a token, or the part of its address that nobody else may know. */
export type ReadWebhook = { preset: WebhookPreset; address: string; token: string | null; chatId: string | null }

const TELEGRAM_URL = 'https://api.telegram.org'
const CHAT = /^(-?[1-9]\d{0,19}|@[A-Za-z]\w{3,31})$/

type Reader = (url: URL, input: NewWebhook) => Omit<ReadWebhook, 'preset'>

/**
 * Checks what a user entered for a webhook. Throws 422 with the field and the rule. The addresses behind a name are checked
 * when it is called, because they may change.
 */
export function readWebhook(input: NewWebhook, privateHosts: ReadonlySet<string>): ReadWebhook {
  const { preset } = input
  const url = readUrl(input.url?.trim() || (preset === 'telegram' ? TELEGRAM_URL : ''), privateHosts)
  if (input.chat_id !== undefined && preset !== 'telegram')
    throw fieldError('chat_id', messages.destination.chatNotUsed)
  if (input.token !== undefined && !TAKES_TOKEN.has(preset))
    throw fieldError('token', messages.destination.tokenNotUsed)
  return { preset, ...READERS[preset](url, input) }
}

function readUrl(text: string, privateHosts: ReadonlySet<string>): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.hostname === '') throw fieldError('url', messages.destination.urlInvalid)
  if (url.username !== '' || url.password !== '') throw fieldError('url', messages.destination.urlHasLogin)
  const isListed = privateHosts.has(hostAndPort(url))
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isPrivate = isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host))
  if (isPrivate && !isListed) throw fieldError('url', messages.destination.urlPrivate)
  if (url.protocol === 'http:' && !isListed) throw fieldError('url', messages.destination.urlNotEncrypted)
  url.hash = ''
  return url
}

const TAKES_TOKEN: ReadonlySet<WebhookPreset> = new Set(['ntfy', 'gotify', 'telegram'])

const READERS: Record<WebhookPreset, Reader> = {
  standard: ({ href }) => ({ address: href, token: null, chatId: null }),

  apprise: ({ href }) => ({ address: href, token: null, chatId: null }),

  ntfy({ origin, pathname }, { token }) {
    if (!/\/[\w-]{1,64}$/.test(pathname)) throw wrongUrl('ntfy', 'https://ntfy.sh/your-topic')
    return {
      address: `${origin}${pathname}`,
      token: token === undefined ? null : readToken(token, /^\w{8,}$/, 'ntfy'),
      chatId: null,
    }
  },

  gotify({ origin, pathname }, { token }) {
    const read = readToken(token, /^[\w.-]{8,}$/, 'Gotify')
    return { address: marked(`${origin}${pathname.replace(/\/(message)?$/, '')}/`, read), token: read, chatId: null }
  },

  telegram({ origin }, { token, chat_id: chatId }) {
    const read = readToken(token, /^\d{3,20}:[\w-]{20,}$/, 'Telegram')
    if (chatId === undefined || !CHAT.test(chatId)) throw fieldError('chat_id', messages.destination.chatRequired)
    const bot = read.slice(0, read.indexOf(':'))
    return { address: `${origin}/bot${bot}?chat_id=${encodeURIComponent(chatId)}`, token: read, chatId }
  },

  discord({ origin, pathname }) {
    const { base, last } = splitLast(`${origin}${pathname}`)
    if (!/\/api(\/v\d+)?\/webhooks\/\d+\/$/.test(base) || !/^[\w-]{20,}$/.test(last)) {
      throw wrongUrl('Discord', 'https://discord.com/api/webhooks/123/abc')
    }
    return { address: base, token: last, chatId: null }
  },

  home_assistant({ origin, pathname }) {
    const { base, last } = splitLast(`${origin}${pathname}`)
    if (!base.endsWith('/api/webhook/') || !/^[\w-]{1,200}$/.test(last)) {
      throw wrongUrl('Home Assistant', 'https://home.example.com/api/webhook/abc')
    }
    return { address: marked(base, last), token: last, chatId: null }
  },
}

const wrongUrl = (service: string, example: string) => fieldError('url', messages.destination.urlNot(service, example))

function readToken(token: string | undefined, form: RegExp, service: string): string {
  const read = token?.trim() ?? ''
  if (read === '') throw fieldError('token', messages.destination.tokenRequired(service))
  if (!form.test(read)) throw fieldError('token', messages.destination.tokenInvalid(service))
  return read
}

/** An address that several webhooks share, told apart by a part of the secret's hash. */
const marked = (address: string, secret: string) =>
  `${address}#${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`
