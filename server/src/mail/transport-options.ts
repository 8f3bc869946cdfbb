import type { SmtpServer } from '../config/config.ts'

/**
 * How to connect to a mail server: encrypted beyond this machine, with a certificate that is checked. `certificateAuthority`
 * is trusted instead of those of the system, PEM.
 */
export const transportOptions = ({ host, port, encryption, login }: SmtpServer, certificateAuthority?: string) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  ...(login && { auth: login }),
  ...(certificateAuthority !== undefined && { tls: { ca: certificateAuthority } }),
})
