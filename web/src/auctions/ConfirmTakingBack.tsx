import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { Question } from './use-lot-actions.tsx'

type ConfirmProps = { question: Question; onAnswer: (yes: boolean) => void }

/** Asked only in the last five minutes before the end. */
export function ConfirmTakingBack({ question: { what, lots }, onAnswer }: ConfirmProps) {
  const verb = what === 'remove' ? 'Remove' : 'Cancel bid'
  const which = lots.length === 1 ? lots[0]?.auction.title : `${lots.length} auctions`
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={what === 'remove' ? `Remove ${which}?` : 'Cancel this bid?'}
      description={
        what === 'remove'
          ? 'It ends within five minutes. Its scheduled bid is cancelled too, and there may be no time to bring it back.'
          : `${which} ends within five minutes. There may be no time to schedule the bid again.`
      }
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Keep it</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {verb}
          </Button>
        </>
      }
    />
  )
}
