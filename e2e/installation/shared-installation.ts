import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { raisePriority } from '../measurements/raise-priority.ts'
import { startInbox } from './inbox.ts'
import { abandonPlace, choosePlace, type Installation, startBidwell } from './start-bidwell.ts'

/** Those who may administer, one for each story that needs one. */
export const OPERATORS = {
  deletions: 'operator@example.com',
  users: 'operator2@example.com',
}

/** Messages to the operator go there. */
export const SUPPORT = 'help@example.com'

type Shared = {
  installation: Installation
  /** The folder with the mails that the installation has sent. */
  mails: string
}

/** It offers text messages, and none arrives. */
export const NO_TEXTS = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0'.repeat(32),
  TWILIO_FROM: '+15005550006',
  STAND_INS: 'twilio=http://127.0.0.1:9',
}

/** Playwright starts its workers with the variables of the process that calls `startShared`. */
const VARIABLE = 'SHARED_INSTALLATION'

/** The installation that most stories share, in a worker. */
export const sharedInstallation = (): Shared => JSON.parse(process.env[VARIABLE] ?? '')

/**
 * Starts the installation that most stories share, before any of them; returns the function that stops it. Each start takes
 * seconds of a core, and each installation that runs takes some more.
 */
export default async function startShared(): Promise<() => Promise<void>> {
  await using starting = new AsyncDisposableStack()
  const place = await choosePlace()
  starting.defer(() => abandonPlace(place))
  const mails = join(place.data, 'mails')
  await mkdir(mails)
  const inbox = starting.use(await startInbox(mails))
  const bidwell = await startBidwell(place, {
    PUBLIC_URL: `http://127.0.0.1:${place.port}`,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Bidwell <bidwell@example.com>',
    ...NO_TEXTS,
    ADMIN_EMAILS: Object.values(OPERATORS).join(','),
    SUPPORT_EMAIL: SUPPORT,
    // Each story comes from an address of its own, so that they share no limit.
    TRUSTED_PROXIES: '127.0.0.1',
    SITE_READS_PER_SECOND: '50',
    // Most stories bid more than a trial allows, and would wait for a mail first.
    PLAN_MODE: 'self-hosted',
  })
  starting.use(bidwell)
  raisePriority(bidwell.supervisor)
  const { url, houseUrl, stripeUrl, data } = bidwell
  const shared: Shared = { installation: { url, houseUrl, stripeUrl, data }, mails }
  process.env[VARIABLE] = JSON.stringify(shared)
  const running = starting.move()
  return () => running.disposeAsync()
}

/** Appoints an operator's account, as the operator does at the terminal. */
export const appointOperator = ({ data }: Installation, email: string) =>
  promisify(execFile)(process.execPath, ['server/src/main.ts', 'admin', 'create', email], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, BIDWELL_DATA: data, ADMIN_EMAILS: email },
  })
