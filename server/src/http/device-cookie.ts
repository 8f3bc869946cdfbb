import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** With this prefix, browsers accept the cookie only over HTTPS or from this machine, and for this host alone. */
const NAME = '__Host-device'
const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`)
/** The longest time that browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 3_600

/** The random name of the browser: the one in its cookie, or a new one. It permits nothing; a sign-in changes it. */
export function deviceIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return COOKIE.exec(headers.cookie ?? '')?.[1] ?? randomBytes(32).toString('base64url')
}

/** Gives the browser its name, or renews it. */
export function keepDeviceId(reply: FastifyReply, deviceId: string) {
  reply.header('Set-Cookie', `${NAME}=${deviceId}; Path=/; Max-Age=${MAX_AGE_S}; Secure; HttpOnly; SameSite=Strict`)
}
