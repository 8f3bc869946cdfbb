import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type * as z from 'zod/mini'
import { type JSONSchema, toJSONSchema } from 'zod/v4/core'

type Write = (answer: unknown) => string

/** The functions that are compiled already: all endpoints share the schema of failures. */
const compiled = new WeakMap<z.ZodMiniType, Write>()

/**
 * Writes an answer as JSON: the fields of its schema, and no others. The function is compiled at the first answer, since a
 * process answers at few of its endpoints soon after its start.
 */
export const answerWriter: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (answer) => {
    const write = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, write)
    return write(answer)
  }

function compile(schema: z.ZodMiniType): Write {
  const json = toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  })
  // A copy without what zod adds for its own use.
  const plain: Schema = JSON.parse(JSON.stringify(json))
  return fastJsonStringify(plain)
}

/** Leaves out what does not change how an answer is written, and would cost time. */
function simplify(schema: JSONSchema.BaseSchema) {
  delete schema.pattern
  delete schema.format
  // Where there are alternatives, a field that none of them has would rule all of them out.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  // A value that may be null would be compared with both alternatives.
  const [value, none, ...others] = schema.anyOf ?? []
  if (!isStructure(value) || !isNull(none) || others.length > 0) return
  delete schema.anyOf
  Object.assign(schema, value, { nullable: true })
}

type Alternative = JSONSchema._JSONSchema | undefined

const isNull = (schema: Alternative) => typeof schema === 'object' && schema.type === 'null'
const isStructure = (schema: Alternative): schema is JSONSchema.BaseSchema =>
  typeof schema === 'object' && (schema.type === 'object' || schema.type === 'array')
