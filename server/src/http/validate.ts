import { messages } from '@bidwell/contract'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { AppError, type FieldFault } from '../platform/errors.ts'

/** Validates a part of the request against its schema. The error names each invalid field and the rule it breaks. */
export const zodValidator: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (input) => {
    const result = z.safeParse(schema, input)
    if (result.success) return { value: result.data }
    const details = result.error.issues.flatMap(faultsOf)
    return { error: new AppError('malformed', messages.generic.malformedRequest, { details }) }
  }

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  const prefix = path === '' ? '' : `${path}.`
  return issue.keys.map((key) => ({ path: `${prefix}${key}`, message: 'Unknown field' }))
}

/** Throws when an answer is not what the contract says. */
export function checkAnswer(schema: z.ZodMiniType, answer: object): void {
  const { error } = z.safeParse(schema, answer)
  if (error) throw new Error('The answer breaks the contract', { cause: error })
}
