import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../account/profile-query.ts'
import { useOnline } from '../../api/use-online.ts'
import { whyOffline } from '../../bids/bid-rules.ts'
import { usePause } from '../../bids/use-pause.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { DeliveredForm } from './DeliveredForm.tsx'
import { LeadForm } from './LeadForm.tsx'
import { LimitsForm } from './LimitsForm.tsx'

/** What holds for every new bid, and the pause of all bids. */
export function BiddingTab() {
  const profile = useQuery(profileQuery)
  return (
    <Section title="Bidding">
      {profile.data && (
        <div key={profile.data.id} className="flex flex-col gap-6">
          <LeadForm seconds={profile.data.default_seconds_before_end} />
          <LimitsForm profile={profile.data} />
          <DeliveredForm profile={profile.data} />
          <PauseSwitch />
        </div>
      )}
      <LoadState query={profile} skeleton="h-250 sm:h-243" />
    </Section>
  )
}

/** Pauses or resumes all bidding without a confirmation, since either can be reversed at once. */
function PauseSwitch() {
  const { paused, busy, label, icon: Icon, set } = usePause()
  const whyNot = whyOffline(useOnline())
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-6">
      <div>
        <h3 className="text-small font-semibold">Pause all bidding</h3>
        <p className="text-small text-ink-2">
          {paused
            ? 'Bidding is paused: no bid is sent. What ends meanwhile is not bid on.'
            : 'Keeps every bid from being sent until you resume. Only a bid locked in for its last second still goes out.'}
        </p>
      </div>
      <Button variant={paused ? 'primary' : 'secondary'} busy={busy} whyNot={whyNot} onClick={() => set(!paused)}>
        <Icon aria-hidden size={18} />
        {label}
      </Button>
    </div>
  )
}
