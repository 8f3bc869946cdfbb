import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Returns a function whose concurrent calls are answered by one call of `work`, such as one database round trip. A batch
 * collects calls until `wait` resolves, by default for one turn of the event loop. `work` returns one promise per item,
 * in the order of the items; a caller waits for its own item alone.
 */
export function batch<Item, Answer>(
  work: (items: readonly Item[]) => readonly Promise<Answer>[],
  wait: () => Promise<void> = nextTurn,
): (item: Item) => Promise<Answer> {
  let open: { items: Item[]; answers: Promise<readonly Promise<Answer>[]> } | null = null

  function openBatch() {
    const items: Item[] = []
    const answers = wait().then(() => {
      open = null
      return work(items)
    })
    return { items, answers }
  }

  return async (item) => {
    open ??= openBatch()
    const { items, answers } = open
    const index = items.push(item) - 1
    const answer = (await answers)[index]
    if (!answer) throw new Error('The batch has no answer for an item')
    return answer
  }
}
