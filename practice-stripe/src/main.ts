import { once } from 'node:events'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { startPracticeStripe } from './start-practice-stripe.ts'

const BAD_CONFIGURATION = 78

const config = readConfig(process.env)
if ('mistakes' in config) {
  for (const mistake of config.mistakes) process.stderr.write(`${mistake}\n`)
  process.exitCode = BAD_CONFIGURATION
} else await run(config)

async function run(config: Config) {
  const log = pino({ level: config.LOG_LEVEL })
  try {
    await using service = await startPracticeStripe({
      port: config.PRACTICE_STRIPE_PORT,
      host: config.HOST,
      apiKey: config.STRIPE_SECRET_KEY,
      webhookUrl: config.WEBHOOK_URL,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      ...(config.PRACTICE_STRIPE_FILE !== undefined && { file: config.PRACTICE_STRIPE_FILE }),
      onError: (error) => log.error({ err: error }, 'a webhook could not be sent'),
    })
    log.info({ url: service.url }, 'the test checkout is open')
    process.send?.('started')

    const [signal] = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    log.info({ signal }, 'the test checkout closes')
  } catch (error) {
    log.fatal({ err: error }, 'the test checkout cannot open')
    process.exitCode = 1
  }
}
