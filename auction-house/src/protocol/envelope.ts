import { json } from '../http/answer.ts'

const envelope = { message: 'Ok', status: true, type: null, primaryKey: null, isUnauthorized: false, data: null }

export const enveloped = (data: unknown) => json({ ...envelope, data })

/** An empty list is sent as null. */
export const envelopedList = (rows: unknown[]) => enveloped(rows.length > 0 ? rows : null)

export const refused = (message: string) => json({ ...envelope, message, status: false })

/** The site's other answer to an invalid token: status 200 with `isUnauthorized`. */
export const unauthorizedEnvelope = () =>
  json({ ...envelope, message: 'Unauthorized', status: false, isUnauthorized: true })
