import type { Service } from '../service.ts'

/** The record that an id names. */
function recordOf({ state }: Service, id: string): object | undefined {
  const { customers, paymentMethods, products, prices, subscriptions, invoices, checkoutSessions } = state
  const { subscriptionSchedules } = state
  for (const table of [customers, paymentMethods, products, prices, subscriptions, invoices, checkoutSessions]) {
    if (table[id]) return table[id]
  }
  return subscriptionSchedules[id]
}

/** The parts of a reply that Stripe leaves out unless they are expanded. */
const LEFT_OUT: Record<string, readonly string[]> = { invoice: ['payments'], 'checkout.session': ['line_items'] }

/**
 * The reply to a call: a copy in which the ids at the paths of `expand[]` are replaced by their records, and without the
 * parts that are only answered when they are asked for.
 */
export function presentReply(service: Service, reply: object, expand: readonly string[]): object {
  return present(
    service,
    structuredClone(reply),
    expand.map((path) => path.split('.')),
  ) as object
}

function present(service: Service, value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) return value.map((entry) => present(service, entry, paths))
  if (typeof value !== 'object' || value === null) return value
  const leftOut = LEFT_OUT['object' in value ? String(value.object) : ''] ?? []
  const entries = Object.entries(value).flatMap(([name, field]) => {
    const deeper = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    if (leftOut.includes(name) && deeper.length === 0) return []
    const record = deeper.length > 0 && typeof field === 'string' ? recordOf(service, field) : undefined
    return [
      [
        name,
        present(
          service,
          record ? structuredClone(record) : field,
          deeper.filter((path) => path.length > 0),
        ),
      ],
    ]
  })
  return Object.fromEntries(entries)
}
