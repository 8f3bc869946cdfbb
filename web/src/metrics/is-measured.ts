const DEVELOPMENT_PORT = '5173'

/** Whether visits to this address are measured: not those of development, on localhost or at an IP address. */
export function isMeasured({ hostname, port }: { hostname: string; port: string }): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isIpAddress = /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[')
  return hostname !== '' && !isLocal && !isIpAddress && port !== DEVELOPMENT_PORT
}
