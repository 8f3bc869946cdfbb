import type { Client } from 'pg'

/** A read that a process has sent this often is prepared: planning it can take longer than running it. */
const USES_BEFORE = 50
/** Each connection keeps this many plans at most, for their memory. */
const MAX_KEPT = 50
const MAX_COUNTED = 1_000
/** The class of "cached plan must not change result type". */
const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * Returns a function that lets a connection keep the plans of the reads that the process repeats. After a migration has
 * changed the columns of a kept read, the connection plans it again.
 */
export function createStatementKeeper(): (client: Client) => void {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()

  /** The name of a statement whose plan is kept; null for any other. */
  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_KEPT || !text.startsWith('select')) return null
    const used = (uses.get(text) ?? 0) + 1
    if (used < USES_BEFORE) {
      if (used > 1 || uses.size < MAX_COUNTED) uses.set(text, used)
      return null
    }
    uses.delete(text)
    const name = `kept_${names.size}`
    names.set(text, name)
    return name
  }

  return function keepStatements(client) {
    const query = client.query.bind(client)
    let preparedAgain = 0

    async function queryKept(name: string, text: string, values: unknown[]) {
      try {
        return await query({ name: `${name}_${preparedAgain}`, text, values })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        preparedAgain += 1
        // A transaction has failed with its statement. Its caller may try again.
        if (client.getTransactionStatus() !== 'I') throw error
        return query(text, values)
      }
    }

    Object.assign(client, {
      query(...args: unknown[]): unknown {
        const [text, values, ...others] = args
        const isPlain = typeof text === 'string' && Array.isArray(values) && others.length === 0
        const name = isPlain ? nameOf(text) : null
        return isPlain && name !== null ? queryKept(name, text, values) : Reflect.apply(query, client, args)
      },
    })
  }
}

const isStalePlan = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED
