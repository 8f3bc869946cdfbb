import * as z from 'zod'
import type { House } from '../house.ts'
import { type Answer, json } from '../http/answer.ts'
import type { Incoming } from '../http/incoming.ts'
import { ControlError } from './command.ts'
import { COMMANDS } from './control.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

const ITEM_ID = /\/(\d+)(?=\/|$)/

const routes = new Map(Object.values(COMMANDS).map((command) => [`${command.method} ${command.path}`, command]))

/** Serves control commands to programs on this machine. Other hosts and web pages in a browser are refused. */
export function serveControl(house: House, incoming: Incoming): Answer {
  const foreign = !LOOPBACK.has(incoming.ip) || !LOOPBACK_HOST.test(incoming.headers.host ?? '')
  if (foreign || incoming.headers.origin !== undefined) return refusal(403, 'Control is for programs on this machine')

  const path = incoming.path.slice('/_control'.length)
  const [, itemId] = ITEM_ID.exec(path) ?? []
  const route = routes.get(`${incoming.method} ${path.replace(ITEM_ID, '/*')}`)
  if (!route) return json({ message: 'No such control', controls: [...routes.keys()] }, 404)

  try {
    const fields = { ...Object.fromEntries(incoming.query), ...bodyOf(incoming.body), ...(itemId && { itemId }) }
    return json(route.call(house, fields))
  } catch (error) {
    if (error instanceof ControlError) return refusal(error.status, error.message)
    if (error instanceof SyntaxError) return refusal(400, 'The body is not JSON')
    if (error instanceof z.ZodError) return refusal(400, z.prettifyError(error), error.issues.map(detail))
    throw error
  }
}

const refusal = (status: number, message: string, details: { field: string; rule: string }[] = []) =>
  json({ message, details }, status)

const detail = ({ path, message }: z.core.$ZodIssue) => ({ field: path.join('.'), rule: message })

function bodyOf(text: string): object {
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new SyntaxError('not an object')
  return value
}
