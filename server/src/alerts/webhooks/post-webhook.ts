import { Agent, request } from 'undici'
import { Refused, Unreachable } from '../../deliveries/delivery.ts'
import { AddressForbidden, type Guard, guardConnections } from './guard-connections.ts'

export type Posted = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** At most the first 64 KiB. */
  body: string
}
export type Post = { url: string; headers: Readonly<Record<string, string>>; body: string }

const ANSWER_TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Posts to a webhook, on a connection of its own, and follows no redirect. Throws `Refused` for an address that Bidwell does
 * not call, `Unreachable` without a connection, and any other error when the answer is not known.
 */
export async function postWebhook(
  guard: Guard,
  post: Post,
  { handOver, signal }: { handOver: () => Promise<void>; signal: AbortSignal },
): Promise<Posted> {
  let isHandedOver = false
  const agent = new Agent({
    connect: guardConnections(guard, async () => {
      await handOver()
      isHandedOver = true
    }),
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(post.url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'user-agent': 'Bidwell', 'content-type': 'application/json', ...post.headers },
      body: post.body,
      signal,
    })
    return { status, headers, body: await readStart(body) }
  } catch (error) {
    if (error instanceof AddressForbidden) throw new Refused(error.message)
    throw isHandedOver ? error : new Unreachable('The webhook could not be reached', { cause: error })
  } finally {
    await agent.destroy()
  }
}

/** The answer as far as it matters. One that breaks off or never ends is an answer all the same: its status has arrived. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      parts.push(part)
      bytes += part.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The status counts.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString()
}
