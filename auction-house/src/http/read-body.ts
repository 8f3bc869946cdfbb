import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 64 * 1024

/** The body as text; undefined when it is larger than anything the protocol has (64 KiB). */
export async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  // Destroyed when we stop reading, a request loses its socket, which the caller still asks for.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
