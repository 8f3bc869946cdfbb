import { isLoopback } from '../platform/network-of.ts'

type Given = Record<string, string | undefined>

/**
 * What is wrong with the way to the database: on another machine, it must be encrypted, and the server's certificate
 * verified. The operator may vouch for a private network, such as that of the containers of one machine.
 */
export function databaseMistakes({ PGHOST, ...given }: Given): string[] {
  if (given['DATABASE_PRIVATE_NETWORK'] === 'true') return []
  const url = URL.parse(given['DATABASE_URL'] ?? '')
  if (url === null) return []
  // A parameter takes precedence over the host of the address, and both over the environment. A path is a local socket.
  const named = [...url.searchParams.getAll('host'), decodeURIComponent(url.hostname)].filter(Boolean)
  const hosts = named.length > 0 ? named : [PGHOST ?? 'localhost']
  if (hosts.every((host) => isLoopback(host) || host.startsWith('/')) || verifies(url.searchParams)) return []
  return [
    `DATABASE_URL must end in ?sslmode=verify-full, because the database is on another machine; for a private network, ` +
      'such as that of containers on one machine, set DATABASE_PRIVATE_NETWORK=true instead',
  ]
}

/** The other modes, and other parameters, encrypt without verifying, or differ between versions of the library. */
function verifies(parameters: URLSearchParams): boolean {
  const modes = parameters.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full') && !parameters.has('ssl')
}
