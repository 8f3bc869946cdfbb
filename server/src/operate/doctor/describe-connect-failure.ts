/** Why a connection to PostgreSQL failed, by its cause, and what to do. */
export function describeConnectFailure(error: unknown, url: string): { found: string; remedy: string } {
  const { host = 'the database', hostname = '', username = '', pathname = '' } = URL.parse(url) ?? {}
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const role = decodeURIComponent(username)
  switch (code) {
    case 'ECONNREFUSED':
      return { found: `nothing listens at ${host}`, remedy: 'Start PostgreSQL there, or correct DATABASE_URL.' }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { found: `no host has the name ${hostname}`, remedy: 'Correct DATABASE_URL, or the name service.' }
    case '28P01':
    case '28000':
      return {
        found: `${host} refuses the role ${role}: ${message}`,
        remedy: 'Correct role and password in DATABASE_URL.',
      }
    case '3D000':
      return { found: `${host} has no database ${pathname.slice(1)}`, remedy: 'Create it, or correct DATABASE_URL.' }
    case '53300':
      return { found: `${host} has no connection left`, remedy: 'Raise max_connections, or run fewer processes.' }
    default:
  }
  if (/timeout|timed out|terminated due to/i.test(message)) {
    return { found: `${host} does not answer in time`, remedy: 'See whether it is overloaded, or behind a firewall.' }
  }
  if (/SSL|certificate|self-signed|altname/i.test(`${code} ${message}`)) {
    return {
      found: `the connection to ${host} cannot be encrypted: ${message}`,
      remedy:
        'Give PostgreSQL a certificate for that name, and its authority to NODE_EXTRA_CA_CERTS. One on this machine needs ' +
        'no encryption: leave sslmode out of DATABASE_URL.',
    }
  }
  return {
    found: `${host} cannot be reached: ${message}`,
    remedy: 'Correct DATABASE_URL, or look at the log of PostgreSQL.',
  }
}
