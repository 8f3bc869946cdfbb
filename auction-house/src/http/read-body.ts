import type { IncomingMessage } from 'node:http'

const MAX_BODY_BYTES = 64 * 1024

/** Reads the body as text; undefined when it is larger than 64 KiB, more than any request of the protocol. */
export async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let size = 0
  // The request is not destroyed on return, since the caller still needs its socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
