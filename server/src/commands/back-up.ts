import { userInfo } from 'node:os'
import { makeBackup } from '../backups/make-backup.ts'
import { keepBackupKeys } from '../config/backup-keys.ts'
import { type BidInFlight, endBidding } from '../pauses/end-bidding.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openAsOperator } from './open-as-operator.ts'

/**
 * The command `backup`: makes a backup of the database and verifies it. A final backup ends bidding here for good before: the
 * place where it is restored goes on.
 */
export async function backUp(
  env: NodeJS.ProcessEnv,
  {
    isFinal = false,
    isBeforeUpgrade = false,
    stop,
  }: { isFinal?: boolean; isBeforeUpgrade?: boolean; stop: AbortSignal },
): Promise<void> {
  await using operator = await openAsOperator(env, 'backup')
  const { config, db } = operator
  if (isFinal) await endBiddingHere(operator, stop)
  const made = await makeBackup(
    {
      db,
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      folder: config.backups.folder,
      readKeys: () => keepBackupKeys(config),
      print,
      stop,
    },
    { isFinal, isBeforeUpgrade },
  )
  if (isFinal) print(`Restore it in the new place, within 24 hours: bidwell restore ${made.path}`)
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

type Operator = Awaited<ReturnType<typeof openAsOperator>>

async function endBiddingHere({ config, db, clock }: Operator, stop: AbortSignal) {
  const onWait = (bids: readonly BidInFlight[]) =>
    print(
      `Waiting for what is on its way: ${bids.map(({ title, auctionId }) => `${title} (${auctionId})`).join(', ')}.`,
    )
  const requestedBy = `operator ${userInfo().username}`
  try {
    await endBidding({ db, clock, marketplace: { id: config.site.id } }, { requestedBy, onWait }, stop)
  } catch (error) {
    if (!stop.aborted) throw error
    throw new StartupError('No backup was made. Bidding here has ended all the same: run the command again')
  }
  print('Bidding here has ended for good: no bid can be sent from here any more.')
}
