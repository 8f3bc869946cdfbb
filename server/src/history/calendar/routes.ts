import { api, messages } from '@bidwell/contract'
import { fileRoute, route, type Route } from '../../http/route.ts'
import { endCalendar, readCalendar, startCalendar } from './feed.ts'
import { type FileDeps, readCalendarFile } from './read-calendar-file.ts'

export function calendarRoutes(deps: FileDeps): Route[] {
  return [
    route(api.readCalendar, async ({ caller }) => ({ data: { feed: await readCalendar(deps, caller.accountId) } })),
    route(api.startCalendar, async ({ caller, body, ...visitor }) => ({
      data: await startCalendar(deps, caller, visitor, body.shows_maxima),
    })),
    route(api.endCalendar, async ({ caller, ...visitor }) => {
      await endCalendar(deps, caller, visitor)
      return { message: messages.calendar.ended, data: {} }
    }),
    fileRoute(api.readCalendarFile, ({ params }) => readCalendarFile(deps, params.file)),
  ]
}
