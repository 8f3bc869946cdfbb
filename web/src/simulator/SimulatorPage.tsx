import { useState } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ClosePlayer } from './ClosePlayer.tsx'
import { LeadTable } from './LeadTable.tsx'
import { EXAMPLE, readSetting } from './read-setting.ts'
import { SettingForm } from './SettingForm.tsx'
import { simulateClose } from './simulate-close.ts'

/** `/bid-scheduler-test`: tries a maximum and a lead against a simulated close. It places no bid and calls no site. */
function SimulatorPage() {
  const siteName = useSiteName()
  const [typed, setTyped] = useState(EXAMPLE)
  const { setting, faults } = readSetting(typed)
  const close = setting && simulateClose(setting)
  return (
    <div className="flex flex-col gap-6">
      <header className="flex max-w-prose flex-col gap-2">
        <PageTitle>Try a close</PageTitle>
        <p className="text-ink-2">
          Set your max, your timing and your rivals, and see how the auction ends by the bidding rules of {siteName}.
          Nothing here is real: no bid is placed.
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <SettingForm
          typed={typed}
          faults={faults}
          onChange={(field, value) => setTyped((before) => ({ ...before, [field]: value }))}
        />
        {setting && close ? (
          <div className="flex min-w-0 flex-col gap-6">
            <ClosePlayer key={JSON.stringify(setting)} setting={setting} close={close} />
            <LeadTable setting={setting} onChoose={(lead) => setTyped((before) => ({ ...before, lead }))} />
          </div>
        ) : (
          <p className="text-ink-2">Correct the marked fields to see the result.</p>
        )}
      </div>
    </div>
  )
}

export { SimulatorPage as Component }
