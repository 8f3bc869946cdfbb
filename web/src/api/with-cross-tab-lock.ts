const queues = new Map<string, Promise<unknown>>()

/** Runs one at a time per name, across this browser's tabs where it can lock (secure pages), else within this tab. */
export async function withCrossTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, run)
  const turn = (queues.get(name) ?? Promise.resolve()).then(run, run)
  queues.set(name, turn)
  return turn
}
