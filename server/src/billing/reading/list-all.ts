type Page<T> = { data: T[]; has_more: boolean }

/** As many as Stripe answers at once. */
const PAGE = 100

/** Every object of a list at Stripe, in the order of the list: page by page, each after the last object of the one before. */
export async function listAll<T extends { id: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const last = found.at(-1)
    const { data, has_more } = await list({ limit: PAGE, ...(last && { starting_after: last.id }) })
    found.push(...data)
    if (!has_more || data.length === 0) return found
  }
}
