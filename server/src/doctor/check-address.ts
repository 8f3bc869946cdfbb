import { isLoopback } from '../platform/network-of.ts'
import { type Answer, askHealth } from './ask-health.ts'
import { fail, type Finding, ok, type Patient, warn } from './check.ts'

const PORT_WITHIN_MS = 2_500

/** Whether the port of the API is this installation's, or free. */
export async function checkPort({ config, keys }: Patient): Promise<Finding> {
  const { port, localUrl } = config.http
  if (port === 0) return ok('PORT is 0: each start takes another one')
  const answer = await askHealth(localUrl, { keys: keys.session, timeoutMs: PORT_WITHIN_MS })
  if (answer.kind === 'ours') return ok(`the API of this installation answers at ${localUrl}`)
  if (answer.kind === 'failed' && answer.code === 'ECONNREFUSED') {
    return warn(`nothing listens at ${localUrl}: the API does not run here`, 'Start Bidwell, unless it runs elsewhere.')
  }
  if (answer.kind === 'unknown') {
    return warn(`a Bidwell answers at ${localUrl}; without SESSION_KEYS nobody can say whose`, 'Run this with them.')
  }
  const who = answer.kind === 'theirs' ? 'another Bidwell' : 'another program'
  return fail(`port ${port} is taken by ${who}`, 'Stop that, or set PORT to another port.')
}

const ADDRESS_WITHIN_MS = 3_000

/** Whether the address that browsers use leads here, by a certificate that they trust. */
export async function checkPublicAddress({ config, keys, machine }: Patient): Promise<Finding> {
  const { publicUrl, port, localUrl } = config.http
  if (port === 0 && publicUrl === localUrl) return ok('PORT is 0, and PUBLIC_URL is not set: only this machine calls')
  const answer = await askHealth(publicUrl, {
    keys: keys.session,
    timeoutMs: ADDRESS_WITHIN_MS,
    certificateAuthority: machine.certificateAuthority,
  })
  return judgeAnswer(answer, publicUrl)
}

function judgeAnswer(answer: Answer, publicUrl: string): Finding {
  if (answer.kind === 'failed') return describeFailure(answer, publicUrl)
  const elsewhere = 'Correct PUBLIC_URL, or where the proxy in front sends its calls.'
  if (answer.kind === 'other') {
    const to = answer.location === null ? '' : ` to ${URL.parse(answer.location, publicUrl)?.origin ?? 'elsewhere'}`
    return fail(`${publicUrl} answers ${answer.status}${to} in place of Bidwell`, elsewhere)
  }
  if (answer.kind === 'theirs') return fail(`another Bidwell answers at ${publicUrl}`, elsewhere)
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return ok(`${publicUrl} leads here`)
  if (!isLoopback(hostname)) {
    return warn(`${publicUrl} is not encrypted: passwords travel in the clear`, 'Put a proxy with https in front.')
  }
  return ok(`${publicUrl} leads here, and is for this machine alone`)
}

function describeFailure({ code, message }: Answer & { kind: 'failed' }, publicUrl: string): Finding {
  const found = `${publicUrl} cannot be reached`
  if (code === 'CERT_HAS_EXPIRED') return fail(`the certificate of ${publicUrl} has expired`, 'Renew it.')
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return fail(`the certificate of ${publicUrl} is for other names`, 'Get one for the name in PUBLIC_URL.')
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return fail(
      `the certificate of ${publicUrl} is not valid: ${message}`,
      'Get one from an authority that browsers trust.',
    )
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(`${found}: no host has that name`, 'Correct PUBLIC_URL, or the name service.')
  }
  if (code === 'ECONNREFUSED') return fail(`${found}: nothing listens there`, 'Start Bidwell, and the proxy in front.')
  return fail(`${found}: ${message}`, 'Correct PUBLIC_URL, or try from another machine: this one may not reach itself.')
}
