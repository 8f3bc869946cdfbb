import { messages } from '@bidwell/contract'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { AppError, type FieldFault } from '../platform/errors.ts'

/** A body of the largest size may have more faults, with longer names, than can be described and sent without delay. */
const MAX_FAULTS = 100
const MAX_NAME_LENGTH = 40

/**
 * Validates a part of the request against its schema. The error names the invalid fields, a hundred at most, and the rule that each
 * of them breaks; its message is that of the first one.
 */
export const zodValidator: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (input) => {
    // A rule of the contract with words of its own keeps them.
    const result = z.safeParse(schema, input, { error: describeIssue })
    if (result.success) return { value: result.data }
    const details = result.error.issues.slice(0, MAX_FAULTS).flatMap(faultsOf).slice(0, MAX_FAULTS)
    return { error: new AppError('malformed', details[0]?.message ?? messages.generic.malformedRequest, { details }) }
  }

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: nameOf(issue.path), message: issue.message }]
  return issue.keys.slice(0, MAX_FAULTS).map((key) => {
    const path = nameOf([...issue.path, key])
    return { path, message: messages.fieldFault.unknown(path) }
  })
}

const nameOf = (path: readonly PropertyKey[]) =>
  path
    .map(String)
    .map((key) => (key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key))
    .join('.')

/** What is wrong with a field, for a person, in place of the validator's own words. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const field = nameOf(issue.path ?? []) || messages.fieldFault.wholeRequest
  const { missing, notA, notOneOf, wrongForm, tooSmall, tooBig, none } = messages.fieldFault
  if (issue.input === undefined) return missing(field)
  switch (issue.code) {
    case 'invalid_type':
      return notA(field, issue.expected)
    case 'invalid_value':
      return notOneOf(field, issue.values.map(String))
    case 'invalid_format':
      return wrongForm(field, issue.format)
    case 'too_small':
      return tooSmall(field, { of: issue.origin, limit: String(issue.minimum), includesLimit: issue.inclusive ?? true })
    case 'too_big':
      return tooBig(field, { of: issue.origin, limit: String(issue.maximum), includesLimit: issue.inclusive ?? true })
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return none(field)
  }
}

/** Throws when an answer is not what the contract says. */
export function checkAnswer(schema: z.ZodMiniType, answer: object): void {
  const { error } = z.safeParse(schema, answer)
  if (error) throw new Error('The answer breaks the contract', { cause: error })
}
