import { readFile, writeFile } from 'node:fs/promises'

/** The description of the API of the last release. `npm run keep-release` writes it anew. */
const KEPT = new URL('../releases/last/openapi.json', import.meta.url)

/** A schema as zod writes it: no references, no merged schemas. */
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
}
export type ApiDocument = { paths: Record<string, Record<string, Operation>> }

export const readKeptDocument = async (): Promise<ApiDocument> => JSON.parse(await readFile(KEPT, 'utf8'))

/** Keeps the calls, their input and their successful answers, a line for each path. */
export async function keepDocument({ paths }: ApiDocument): Promise<void> {
  const lines = Object.entries(paths).map(([path, operations]) => {
    const kept = Object.entries(operations).map(([method, { parameters, requestBody, responses }]) => {
      const answer = responses?.['200'] && { 200: responses['200'] }
      return [method, { parameters, requestBody, responses: answer }]
    })
    return `${JSON.stringify(path)}:${JSON.stringify(Object.fromEntries(kept))}`
  })
  await writeFile(KEPT, `{"paths":{\n${lines.join(',\n')}\n}}\n`)
}

/** What programs that were written for one version of the API could no longer do with another, a sentence for each. */
export function findBrokenPromises(before: ApiDocument, after: ApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (!now) return [`${name} is gone`]
      return [
        ...compareInput(inputOf(operation), inputOf(now)),
        ...compareAnswer(answerOf(operation), answerOf(now)),
      ].map((fault) => `${name}: ${fault}`)
    }),
  )
}

/** Input must go on being taken, and nothing more may be needed. */
function compareInput(before: Facts, after: Facts): string[] {
  const isNew = (place: string) => !before.places.has(place.slice(0, Math.max(place.lastIndexOf('.'), 0)))
  return [
    ...[...before.places.difference(after.places)].map((place) => `${place} is no longer taken`),
    ...[...before.values.difference(after.values)].map((value) => `${value} is no longer taken`),
    ...[...after.needed.difference(before.needed)]
      .filter((place) => !isNew(place))
      .map((place) => `${place} is needed now`),
  ]
}

/** Answers must go on having their fields, with values of the same types. More values of an enumeration are no break. */
function compareAnswer(before: Facts, after: Facts): string[] {
  const typesOf = ({ values, places }: Facts) =>
    new Set([...values].filter((value) => places.has(value.split(' ')[0] ?? '') && value.includes(' is ')))
  const grown = [...typesOf(after).difference(typesOf(before))].filter((value) =>
    before.places.has(value.split(' ')[0] ?? ''),
  )
  return [
    ...[...before.places.difference(after.places)].map((place) => `${place} is no longer answered`),
    ...[...before.needed.difference(after.needed)]
      .filter((place) => after.places.has(place))
      .map((place) => `${place} may be left out now`),
    ...grown.map((value) => `${value} now`),
  ]
}

/** What a schema says, flat: the places of its fields, what each may be, and which are needed. */
type Facts = { places: Set<string>; values: Set<string>; needed: Set<string> }

function inputOf({ parameters = [], requestBody }: Operation): Facts {
  const facts: Facts = { places: new Set(['']), values: new Set(), needed: new Set() }
  for (const { name, in: where, required, schema } of parameters) {
    if (required) facts.needed.add(`.${where}:${name}`)
    collect(facts, schema, `.${where}:${name}`)
  }
  if (requestBody?.required) facts.needed.add('.body')
  collectContent(facts, requestBody, '.body')
  return facts
}

function answerOf({ responses }: Operation): Facts {
  const facts: Facts = { places: new Set(), values: new Set(), needed: new Set() }
  collectContent(facts, responses?.['200'], '')
  return facts
}

function collectContent(facts: Facts, content: Content | undefined, place: string) {
  for (const { schema } of Object.values(content?.content ?? {})) if (schema) collect(facts, schema, place)
}

function collect(facts: Facts, schema: Schema, place: string): void {
  facts.places.add(place)
  for (const type of [schema.type ?? []].flat()) facts.values.add(`${place} is ${type}`)
  for (const value of schema.enum ?? ('const' in schema ? [schema.const] : []))
    facts.values.add(`${place} = ${String(value)}`)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name)) facts.needed.add(`${place}.${name}`)
    collect(facts, field, `${place}.${name}`)
  }
  if (schema.items) collect(facts, schema.items, `${place}[]`)
  if (typeof schema.additionalProperties === 'object') collect(facts, schema.additionalProperties, `${place}.*`)
  for (const other of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) collect(facts, other, place)
}
