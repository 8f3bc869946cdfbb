import { messages, type NewWebhook, type WebhookPreset } from '@bidwell/contract'
import { fieldError } from '../../platform/errors.ts'
import { hostAndPort, isPrivateUrl } from './guard-connections.ts'
import { splitLast } from './presets.ts'

/** `given` is the secret that the service gave: a token, or the part of its address that nobody else may know. */
type ReadWebhook = { preset: WebhookPreset; address: string; given: string | null }

/**
 * Checks what a user entered for a webhook. Throws 422 with the field and the rule. The addresses behind a name are checked
 * when it is called, because they may change.
 */
export function readWebhook({ preset, url: text, token }: NewWebhook, privateHosts: ReadonlySet<string>): ReadWebhook {
  const { href, origin, pathname } = readUrl(text?.trim() ?? '', privateHosts)
  if (token !== undefined && preset !== 'ntfy') throw fieldError('token', messages.destination.tokenNotUsed)
  switch (preset) {
    case 'standard':
    case 'apprise':
      return { preset, address: href, given: null }
    case 'ntfy': {
      if (!/\/[\w-]{1,64}$/.test(pathname)) throw wrongUrl('ntfy', 'https://ntfy.sh/your-topic')
      return { preset, address: `${origin}${pathname}`, given: token === undefined ? null : readToken(token) }
    }
    case 'discord': {
      const { base, last } = splitLast(`${origin}${pathname}`)
      if (!/\/api(\/v\d+)?\/webhooks\/\d+\/$/.test(base) || !/^[\w-]{20,}$/.test(last)) {
        throw wrongUrl('Discord', 'https://discord.com/api/webhooks/123/abc')
      }
      return { preset, address: base, given: last }
    }
  }
}

function readUrl(text: string, privateHosts: ReadonlySet<string>): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.hostname === '') throw fieldError('url', messages.destination.urlInvalid)
  if (url.username !== '' || url.password !== '') throw fieldError('url', messages.destination.urlHasLogin)
  const isListed = privateHosts.has(hostAndPort(url))
  if (isPrivateUrl(url) && !isListed) throw fieldError('url', messages.destination.urlPrivate)
  if (url.protocol === 'http:' && !isListed) throw fieldError('url', messages.destination.urlNotEncrypted)
  url.hash = ''
  return url
}

const wrongUrl = (service: string, example: string) => fieldError('url', messages.destination.urlNot(service, example))

function readToken(token: string): string {
  const read = token.trim()
  if (!/^\w{8,}$/.test(read)) throw fieldError('token', messages.destination.tokenInvalid)
  return read
}
