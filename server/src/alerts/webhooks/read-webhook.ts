import { isIP } from 'node:net'
import { messages, type NewWebhook, type WebhookPreset } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'
import { isLoopback } from '../../platform/network-of.ts'
import { hostAndPort } from './guard-connections.ts'
import { splitLast } from './presets.ts'
import { isPublicAddress } from './public-address.ts'

/** `token` is what the service gave: a token, or the part of its address that nobody else may know. */
export type ReadWebhook = { preset: WebhookPreset; address: string; token: string | null }

type Reader = (url: URL, input: NewWebhook) => Omit<ReadWebhook, 'preset'>

/**
 * Checks what a user entered for a webhook. Throws 422 with the field and the rule. The addresses behind a name are checked
 * when it is called, because they may change.
 */
export function readWebhook(input: NewWebhook, privateHosts: ReadonlySet<string>): ReadWebhook {
  const { preset } = input
  const url = readUrl(input.url?.trim() ?? '', privateHosts)
  if (input.token !== undefined && preset !== 'ntfy') throw fieldError('token', messages.destination.tokenNotUsed)
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

const READERS: Record<WebhookPreset, Reader> = {
  standard: ({ href }) => ({ address: href, token: null }),

  apprise: ({ href }) => ({ address: href, token: null }),

  ntfy({ origin, pathname }, { token }) {
    if (!/\/[\w-]{1,64}$/.test(pathname)) throw wrongUrl('ntfy', 'https://ntfy.sh/your-topic')
    return {
      address: `${origin}${pathname}`,
      token: token === undefined ? null : readToken(token),
    }
  },

  discord({ origin, pathname }) {
    const { base, last } = splitLast(`${origin}${pathname}`)
    if (!/\/api(\/v\d+)?\/webhooks\/\d+\/$/.test(base) || !/^[\w-]{20,}$/.test(last)) {
      throw wrongUrl('Discord', 'https://discord.com/api/webhooks/123/abc')
    }
    return { address: base, token: last }
  },
}

const wrongUrl = (service: string, example: string) => fieldError('url', messages.destination.urlNot(service, example))

function readToken(token: string): string {
  const read = token.trim()
  if (!/^\w{8,}$/.test(read)) throw fieldError('token', messages.destination.tokenInvalid)
  return read
}
