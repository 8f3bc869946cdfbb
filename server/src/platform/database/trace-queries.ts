import type { Client } from 'pg'
import type { Trace } from '../trace.ts'

const VERBS = ['select', 'with', 'insert', 'update', 'delete', 'begin', 'start', 'commit', 'rollback', 'notify']

/** Makes a span of each statement of the connection that a traced request or task executes. The statement stays out of it. */
export function traceQueries(client: Client, trace: Trace): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const verb = verbOf(args[0])
      // Calls with a callback, or with an object that streams, are the driver's own.
      if (verb === null || typeof args.at(-1) === 'function') return Reflect.apply(query, client, args)
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb }
      const execute = async () => (await Reflect.apply(query, client, args)) as unknown
      return trace({ name: `database ${verb}`, kind: 'client', attributes, onlyWithin: true }, execute)
    },
  })
}

/** The first word of a statement, if it is one of those that are known; null for what is no statement. */
function verbOf(statement: unknown): string | null {
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  if (typeof text !== 'string') return null
  const word = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return VERBS.includes(word) ? word : 'other'
}
