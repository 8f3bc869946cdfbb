import { API_BASE } from '@bidwell/contract'
import { Agent, request } from 'undici'
import * as z from 'zod/mini'
import { installationMark } from '../../platform/derived-keys/derive-key.ts'
import { isLoopback } from '../../platform/network-of.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

const MAX_BYTES = 64 * 1024
const Health = z.object({ data: z.object({ status: z.literal('ok'), installation: z.string() }) })
const ELSEWHERE = 'Correct PUBLIC_URL, or where the proxy in front sends its calls.'

/**
 * Whether the address that browsers use leads to this installation, which its mark tells, by a certificate that they trust. Follows
 * no redirect.
 */
export async function checkPublicAddress({ config, keys, machine }: Patient, signal: AbortSignal): Promise<Finding> {
  const { publicUrl, port, localUrl } = config.http
  if (port === 0 && publicUrl === localUrl) return ok('PORT is 0, and PUBLIC_URL is not set: only this machine calls')
  const ca = machine.certificateAuthority
  const agent = new Agent({ maxResponseSize: MAX_BYTES, connect: { ...(ca !== undefined && { ca }) } })
  try {
    const answer = await request(new URL(`${API_BASE}/health`, publicUrl), { dispatcher: agent, signal })
    const health = Health.safeParse(await answer.body.json().catch(() => null))
    if (answer.statusCode !== 200 || !health.success) {
      const location = URL.parse(String(answer.headers['location'] ?? ''), publicUrl)
      const to = answer.headers['location'] === undefined ? '' : ` to ${location?.origin ?? 'elsewhere'}`
      return fail(`${publicUrl} answers ${answer.statusCode}${to} in place of Bidwell`, ELSEWHERE)
    }
    const marks = keys.session.map((key) => installationMark([key]))
    if (marks.length > 0 && !marks.includes(health.data.data.installation)) {
      return fail(`another Bidwell answers at ${publicUrl}`, ELSEWHERE)
    }
  } catch (error) {
    return describeFailure(error as { code?: string; message: string }, publicUrl)
  } finally {
    await agent.destroy()
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return ok(`${publicUrl} leads here`)
  if (!isLoopback(hostname)) {
    return warn(`${publicUrl} is not encrypted: passwords travel in the clear`, 'Put a proxy with https in front.')
  }
  return ok(`${publicUrl} leads here, and is for this machine alone`)
}

function describeFailure({ code = '', message }: { code?: string; message: string }, publicUrl: string): Finding {
  const found = `${publicUrl} cannot be reached`
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return fail(
      `the certificate of ${publicUrl} is not valid: ${message}`,
      'Get one for that name, from an authority that browsers trust.',
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(`${found}: no host has that name`, 'Correct PUBLIC_URL, or the name service.')
  }
  if (code === 'ECONNREFUSED') return fail(`${found}: nothing listens there`, 'Start Bidwell, and the proxy in front.')
  return fail(`${found}: ${message}`, 'Correct PUBLIC_URL, or try from another machine: this one may not reach itself.')
}
