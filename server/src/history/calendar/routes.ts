import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { doneWith, fileRoute, route, type Route } from '../../http/route.ts'
import { endCalendar, readCalendar, startCalendar } from './feed.ts'
import { readCalendarFile } from './read-calendar-file.ts'

export function calendarRoutes(ctx: Ctx): Route[] {
  return [
    route(api.readCalendar, async ({ caller }) => ({ data: { feed: await readCalendar(ctx, caller.accountId) } })),
    route(api.startCalendar, async ({ caller, body, ...visitor }) => ({
      data: await startCalendar(ctx, caller, visitor, body.shows_maxima),
    })),
    route(api.endCalendar, ({ caller, ...visitor }) =>
      doneWith(messages.calendar.ended, endCalendar(ctx, caller, visitor)),
    ),
    fileRoute(api.readCalendarFile, ({ params }) => readCalendarFile(ctx, params.file)),
  ]
}
