import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The client's address, for rate limits and records: the nearest address that is not a trusted proxy. A proxy may append
 * a port, or write a word for an unknown client; then it is the proxy's own address.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = withoutPort(ip)
  return plain(isIP(address) ? address : (socket.remoteAddress ?? '::'))
}

const withoutPort = (text: string) =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** Without the IPv6 prefix that a dual-stack socket gives IPv4 addresses, and without an IPv6 zone. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
