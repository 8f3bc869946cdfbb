import { messages } from '@bidwell/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** Far more than the longest import has: 500 lines of five fields. */
const MAX_VALUES = 10_000

/** Accepts JSON bodies alone. An empty body counts as none: browsers announce JSON even when they send nothing. */
export function acceptJsonOnly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString()
    if (json === '') return done(null, undefined)
    if (hasTooManyValues(json)) return done(new AppError('body_too_large', messages.generic.bodyTooLarge))
    void parseJson(request, json, (error, value: unknown) => {
      if (error) return done(error)
      const holder = { body: value }
      if (makeStorable(holder)) done(null, holder.body)
      else done(new AppError('malformed', messages.generic.malformedRequest))
    })
  })
}

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
/** Before each value stands one of these. */
const MARKS = [',', '[', '{'].map((mark) => mark.charCodeAt(0))

/** Counted before parsing, which takes seconds for a million names of fields. */
function hasTooManyValues(json: string): boolean {
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === QUOTE) {
      for (at += 1; at < json.length && json.charCodeAt(at) !== QUOTE; at += 1)
        if (json.charCodeAt(at) === BACKSLASH) at += 1
    } else if (MARKS.includes(sign)) values += 1
    if (values > MAX_VALUES) return true
  }
  return false
}

/**
 * Replaces each half of a character, such as a program sends that cuts a text, in all texts within. Returns false where one contains
 * a NUL. PostgreSQL stores neither.
 */
function makeStorable(root: Record<string, unknown>): boolean {
  const holders = [root]
  for (const holder of holders) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) holders.push(value as Record<string, unknown>)
      if (typeof value !== 'string') continue
      if (value.includes('\0')) return false
      if (!value.isWellFormed()) holder[key] = value.toWellFormed()
    }
  }
  return true
}
