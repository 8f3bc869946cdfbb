type Count = { total: number; items: Map<number, number> }

export type Reads = ReturnType<typeof createReads>

/** Counts the calls of each endpoint, in total and by item. */
export function createReads() {
  const counts = new Map<string, Count>()

  return {
    count(endpoint: string, itemId: number | undefined) {
      const count = counts.get(endpoint) ?? { total: 0, items: new Map() }
      counts.set(endpoint, count)
      count.total += 1
      if (itemId !== undefined) count.items.set(itemId, (count.items.get(itemId) ?? 0) + 1)
    },
    /** Keyed by endpoint, such as `ItemDetail/GetItemDetailModelByItemId`. */
    report: () =>
      Object.fromEntries(
        [...counts].map(([endpoint, { total, items }]) => [endpoint, { total, items: Object.fromEntries(items) }]),
      ),
    drop(itemId: number) {
      for (const { items } of counts.values()) items.delete(itemId)
    },
    clear: () => counts.clear(),
  }
}
