import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a call comes from, for limits and records: the nearest address that no trusted proxy answers for. Some proxies
 * add the port, or write a word where they know nothing: then it is the proxy's own address.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = withoutPort(ip)
  return plain(isIP(address) ? address : (socket.remoteAddress ?? '::'))
}

const withoutPort = (text: string) =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** Over a socket that takes both kinds, an IPv4 address comes dressed as IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
