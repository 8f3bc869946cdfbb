import { CHANNEL } from '../../../server/src/changes/announce-change.ts'
import { withDatabase } from '../../../server/test/run-on-server.ts'
import { median } from '../percentiles.ts'

/** Notifications of one commit arrive one after the other. */
const SAME_COMMIT_MS = 1

export type NotifyingCommits = { median: number; most: number; all: number }

/** Counts the commits with a NOTIFY, of all processes, until ended. */
export async function countNotifyingCommits(url: string) {
  const bySecond = new Map<number, number>()
  let last = { processId: 0, at: 0 }
  function count({ processId }: { processId: number }) {
    const at = performance.now()
    const isSame = processId === last.processId && at - last.at < SAME_COMMIT_MS
    last = { processId, at }
    if (isSame) return
    const second = Math.floor(at / 1_000)
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
  }
  const [listening, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const following = withDatabase(url, async (client) => {
    client.on('notification', count)
    // The database ends first when something else has failed, which is then what is to be read.
    client.on('error', () => over.resolve())
    for (const channel of [CHANNEL, 'jobs:insert']) await client.query(`listen "${channel}"`)
    listening.resolve()
    await over.promise
  })
  await Promise.race([listening.promise, following])
  return {
    /** Of the seconds with any, the median and the largest, and all together. */
    async end(): Promise<NotifyingCommits> {
      over.resolve()
      await following
      const counts = [...bySecond.values()]
      return { median: median(counts), most: Math.max(0, ...counts), all: counts.reduce((sum, each) => sum + each, 0) }
    },
  }
}
