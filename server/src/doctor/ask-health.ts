import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { API_BASE } from '@bidwell/contract'
import * as z from 'zod/mini'
import { installationMark, type SessionKey } from '../platform/derived-keys/derive-key.ts'

const MAX_BYTES = 64 * 1024
const Health = z.object({ data: z.object({ status: z.literal('ok'), installation: z.string() }) })

type Options = {
  keys: readonly SessionKey[]
  timeoutMs: number
  /** Authorities to trust instead of those of the system, PEM. */
  certificateAuthority?: string | undefined
}

/** Who answers at an address. */
export type Answer =
  | { kind: 'ours' | 'theirs' | 'unknown' }
  /** No Bidwell. */
  | { kind: 'other'; status: number; location: string | null }
  | { kind: 'failed'; code: string; message: string }

/**
 * Asks for the health of the API at an address, and tells by its mark whether that is this installation. Follows no
 * redirect, and accepts no certificate that is not verified.
 */
export async function askHealth(url: string, { keys, ...options }: Options): Promise<Answer> {
  try {
    const { status, location, text } = await fetchText(url, options)
    const health = Health.safeParse(parse(text))
    if (status !== 200 || !health.success) return { kind: 'other', status, location }
    const marks = keys.map((key) => installationMark([key]))
    if (marks.length === 0) return { kind: 'unknown' }
    return { kind: marks.includes(health.data.data.installation) ? 'ours' : 'theirs' }
  } catch (error) {
    const { code = '', message = String(error) } = error as { code?: string; message?: string }
    return { kind: 'failed', code, message }
  }
}

function fetchText(url: string, { timeoutMs, certificateAuthority: ca }: Omit<Options, 'keys'>) {
  type Got = { status: number; location: string | null; text: string }
  const address = new URL(`${API_BASE}/health`, url)
  const signal = AbortSignal.timeout(timeoutMs)
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  const settings = { agent: false, signal, ...(ca !== undefined && { ca }) } as const
  const request = address.protocol === 'https:' ? getHttps(address, settings) : getHttp(address, settings)
  request.on('error', (error) => {
    const isLate = signal.aborted
    reject(isLate ? Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' }) : error)
  })
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
      if (text.length > MAX_BYTES) request.destroy(new Error('the answer is too long'))
    })
    response.on('error', reject)
    response.on('end', () => resolve({ status, location: headers.location ?? null, text }))
  })
  return promise
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
