import type { Bid } from '@bidwell/contract'
import { useOnline } from '../../api/use-online.ts'
import { classNames } from '../../ui/class-names.ts'
import { whyOffline } from '../bid-rules.ts'
import { RestoredAnswers } from './RestoredAnswers.tsx'

type RestoredQuestionProps = { bid: Bid; question: string; className?: string; onCancel: () => void }

/** Asks the owner of a restored bid whether to send it. */
export const RestoredQuestion = ({ bid, question, className, onCancel }: RestoredQuestionProps) => (
  <div className={classNames('flex flex-wrap items-center justify-between gap-x-3 gap-y-2', className)}>
    <p className="min-w-0 flex-1 basis-64 text-ink">{question}</p>
    <div className="relative z-1">
      <RestoredAnswers bids={[bid]} whyNot={whyOffline(useOnline())} onCancel={onCancel} />
    </div>
  </div>
)
