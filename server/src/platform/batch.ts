import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Calls that come together are done in one step: what is asked for a thousand times in an instant should not be a
 * thousand round trips. They are waited for until `over`, by default for one turn of the event loop. `work` gives an
 * answer for each item in its place, which may come sooner than another's.
 */
export function batch<Item, Answer>(
  work: (items: readonly Item[]) => readonly Promise<Answer>[],
  over: () => Promise<void> = nextTurn,
): (item: Item) => Promise<Answer> {
  let asked: { items: Item[]; answers: Promise<readonly Promise<Answer>[]> } | null = null

  function ask() {
    const items: Item[] = []
    const answers = over().then(() => {
      asked = null
      return work(items)
    })
    return { items, answers }
  }

  return async (item) => {
    asked ??= ask()
    const { items, answers } = asked
    const place = items.push(item) - 1
    const answer = (await answers)[place]
    if (!answer) throw new Error('Not every item was answered for')
    return answer
  }
}
