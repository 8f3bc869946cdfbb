import { Agent, request } from 'undici'
import { Unreachable } from '../../deliveries/delivery.ts'
import { NoPublicAddress, type Guard, guardConnections } from './guard-connections.ts'

export type Posted = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
}
export type Post = { url: string; headers: Readonly<Record<string, string>>; body: string }

const ANSWER_TIMEOUT_MS = 10_000

/**
 * Posts to a webhook, on a connection of its own that ends with the status of the answer, and follows no redirect. Throws `Unreachable` without a connection, and any other error when the answer is not known.
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
  })
  try {
    const { statusCode, headers, body } = await request(post.url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'user-agent': 'Bidwell', 'content-type': 'application/json', ...post.headers },
      body: post.body,
      signal,
    })
    // A receiver could send its body for as long as it likes.
    body.on('error', () => {}).destroy()
    return { status: statusCode, headers }
  } catch (error) {
    if (error instanceof NoPublicAddress) throw new Unreachable(error.message)
    throw isHandedOver ? error : new Unreachable('The webhook could not be reached', { cause: error })
  } finally {
    await agent.destroy()
  }
}
