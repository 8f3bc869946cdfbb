export type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks one after another. A failed task does not stop the next. */
export function openInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task, task)
    last = done.catch(() => {})
    return done
  }
}
