import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { type Answer, failureOfConnection } from '../failure-of-answer.ts'
import { type Guard, hostAndPort, isPrivateUrl, NoPublicAddress, publicLookup } from './guard-connections.ts'
import type { Call } from './presets.ts'

const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 10_000

const agentWith = (lookup: LookupFunction | undefined) =>
  new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup }, headersTimeout: ANSWER_TIMEOUT_MS, pipelining: 0 })

/** Opens the way to webhooks: to public addresses, and to the hosts of the operator's list. Each call has a connection of its own. */
export function openWayToWebhooks(guard: Guard) {
  const toPublic = agentWith(publicLookup(guard))
  const toListed = agentWith(guard.lookup)

  return {
    /** Follows no redirect. Throws `PutOff` without a connection, and any other error when the answer is not known. */
    async post(call: Call, text: string, signal: AbortSignal): Promise<Answer> {
      const url = new URL(call.url)
      const isListed = guard.privateHosts.has(hostAndPort(url))
      try {
        if (!isListed && isPrivateUrl(url, guard.isAllowed)) throw new NoPublicAddress(url.hostname)
        const { statusCode, headers, body } = await request(url, {
          dispatcher: isListed ? toListed : toPublic,
          method: 'POST',
          headers: { 'user-agent': 'Bidwell', 'content-type': 'application/json', ...call.headers },
          body: text,
          signal,
        })
        // A receiver could send its body for as long as it likes.
        body.on('error', () => {}).destroy()
        return { status: statusCode, headers }
      } catch (error) {
        throw failureOfConnection(error)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([toPublic.destroy(), toListed.destroy()])
    },
  }
}
