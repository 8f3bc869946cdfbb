import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../session/session.ts'
import { Card } from '../../ui/cards/Card.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { Destinations } from '../places/Destinations.tsx'
import { alertPreferencesQuery } from './alert-preferences-query.ts'
import { AlertLevels, ChooseEachKind } from './AlertLevels.tsx'
import { CalendarSection } from './CalendarSection.tsx'
import { EndingSoon } from './EndingSoon.tsx'
import { QuietHours } from './QuietHours.tsx'

/** Where alerts go, how much of them, and when not. */
export function AlertsTab() {
  const { id } = useUser()
  const preferences = useQuery(alertPreferencesQuery)
  return (
    <div className="flex flex-col gap-4">
      <Destinations>{preferences.data && <AlertLevels key={id} stored={preferences.data.choices} />}</Destinations>
      <LoadState query={preferences} skeleton="h-56" />
      {preferences.data && (
        <Card key={id} className="flex flex-col divide-y divide-line py-0 sm:py-0">
          <ChooseEachKind stored={preferences.data.choices} />
          <QuietHours stored={preferences.data} />
          <EndingSoon minutes={preferences.data.ending_soon_minutes} />
          <CalendarSection />
        </Card>
      )}
    </div>
  )
}
