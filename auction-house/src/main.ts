import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { startAuctionHouse } from './start-auction-house.ts'

const BAD_CONFIGURATION = 78

const config = readConfig(process.env)
if ('mistakes' in config) {
  for (const mistake of config.mistakes) process.stderr.write(`${mistake}\n`)
  process.exit(BAD_CONFIGURATION)
}

const { port, host, seed, logLevel } = config
const log = pino({ level: logLevel })
try {
  await using house = await startAuctionHouse({
    port,
    host,
    seed,
    sampleItems: true,
    onError: (error) => log.error({ err: error }, 'request failed'),
  })
  log.info({ url: house.url, seed }, 'auction house is open')
  process.send?.('started')

  const [signal] = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  log.info({ signal }, 'auction house closes')
} catch (error) {
  log.fatal({ err: error }, 'auction house cannot open')
  process.exitCode = 1
}
