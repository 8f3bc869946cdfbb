import type { VirtualTime } from './virtual-time.ts'

/** `store`: the database. `disk`: no disk takes a byte. `names`: no file can be created or renamed. */
export type Service = 'store' | 'site' | 'disk' | 'names'

/** The services that answer no call at this moment. */
export type Unavailable = Record<Service, boolean>

export type Outages = ReturnType<typeof openOutages>

/** Which services are unavailable, and until when. */
export function openOutages(time: VirtualTime) {
  const until: Record<Service, number> = { store: -Infinity, site: -Infinity, disk: -Infinity, names: -Infinity }
  const isUnavailable = (service: Service) => time.now() < until[service]
  return {
    begin(service: Service, ms: number) {
      until[service] = Math.max(until[service], time.now() + ms)
    },
    endAll() {
      until.store = until.site = until.disk = until.names = -Infinity
    },
    unavailable: (): Unavailable => ({
      store: isUnavailable('store'),
      site: isUnavailable('site'),
      disk: isUnavailable('disk'),
      names: isUnavailable('names'),
    }),
  }
}
