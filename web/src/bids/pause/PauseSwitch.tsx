import { Button } from '../../ui/Button.tsx'
import { usePause } from './use-pause.ts'

/** Pauses or resumes all bidding without a confirmation, since either can be reversed at once. */
export function PauseSwitch() {
  const { paused, busy, label, icon: Icon, set } = usePause()
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
      <Button variant={paused ? 'primary' : 'secondary'} busy={busy} onClick={() => set(!paused)}>
        <Icon aria-hidden size={18} />
        {label}
      </Button>
    </div>
  )
}
