import type { api, Data, Destination } from '@bidwell/contract'

const HOUR_MS = 3_600_000

/** A place for alerts in each state: no installation has them all at one time. */
export function placesInStates(now: number): Data<typeof api.listDestinations> {
  const at = (hoursAgo: number) => new Date(now - hoursAgo * HOUR_MS).toISOString()
  let id = 0
  const place = (change: Partial<Destination>): Destination => ({
    id: ++id,
    channel: 'webhook',
    label: 'Workshop',
    address: 'https://hooks.example.com',
    preset: 'standard',
    verified_at: at(400),
    stopped_at: null,
    stopped_because: null,
    failing_since: null,
    created_at: at(400),
    ...change,
  })
  const stopped = (because: string) => ({ stopped_at: at(2), stopped_because: because })
  const email = 'avery.long.address.of.a.collector@collectors.example.com'
  const push = { channel: 'push', address: 'https://fcm.googleapis.com', preset: null } as const
  const sms = { channel: 'sms', preset: null } as const
  return {
    text_messages: 'not_in_plan',
    destinations: [
      place({ channel: 'email', label: email, address: email, preset: null, ...stopped('refused') }),
      place({}),
      place({ label: '<b>Kitchen</b> & the longest name that a place can have, which wraps', failing_since: at(5) }),
      place({ label: 'Phone by the bed', preset: 'ntfy', address: 'https://ntfy.sh', ...stopped('failing') }),
      place({ ...push, label: 'Chrome on Android' }),
      place({ ...push, label: 'Firefox on Linux', ...stopped('signed_out') }),
      place({ ...sms, label: '(212) 555-0123', address: '+12125550123', verified_at: null }),
      place({ ...sms, label: '(415) 555-0100', address: '+14155550100', ...stopped('stop') }),
    ],
  }
}
