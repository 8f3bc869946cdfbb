import { findDeadChannels } from '../../deliveries/find-dead-channels.ts'
import { type Connected, fail, type Finding, ok, type Patient } from '../check.ts'

const REMEDIES = { email: 'See what this says about mail.', sms: 'See what this says about text messages.' } as const

/** Whether alerts and mails go out. */
export async function checkDeliveries({ db }: Connected, { clock }: Patient): Promise<Finding | Finding[]> {
  const dead = await findDeadChannels(db, clock.now())
  if (dead.length === 0) return ok('nothing is held up')
  return dead.map(({ channel, since }) =>
    fail(
      `nothing goes out by ${channel}, and the oldest has waited since ${since}`,
      channel === 'sms' ? REMEDIES.sms : REMEDIES.email,
    ),
  )
}
