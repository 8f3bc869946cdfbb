import { messages, readSoldText, similarTo } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { faultsOf } from '../../api/faults-of.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { soldQuery } from './sold-query.ts'
import { SoldList } from './SoldList.tsx'

type SoldDialogProps = { title: string; maxCents: number | null; siteName: string; onClose: () => void }

/** What items sold for whose titles have the words of this title, or other words. It changes nothing in the bid. */
export function SoldDialog({ title, maxCents, siteName, onClose }: SoldDialogProps) {
  const [typed, setTyped] = useState(() => similarTo(title))
  const [asked, setAsked] = useState(typed)
  const { fault } = readSoldText(asked)
  const query = useQuery({ ...soldQuery(asked), enabled: fault === null })
  const fieldFault = fault ?? faultsOf(query.error, ['words'])[0]?.message
  const lookUp = useRef<HTMLButtonElement>(null)
  return (
    // On a phone, a focused field would cover the prices with a keyboard.
    <Dialog title={messages.sold.show} onClose={onClose} initialFocus={lookUp}>
      <div className="flex flex-col gap-4">
        <Form name="sold" className="flex flex-col gap-2" onSubmit={() => setAsked(typed)}>
          <TextField
            name="words"
            label={messages.sold.words}
            hint={messages.sold.hint}
            error={typed === asked ? fieldFault : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button ref={lookUp} type="submit" className="self-start" busy={query.isFetching}>
            {messages.sold.lookUp}
          </Button>
        </Form>
        {fieldFault === undefined && <LoadState query={query} role="alert" skeleton="h-40" />}
        {query.data && <SoldList key={asked} sold={query.data} maxCents={maxCents} siteName={siteName} />}
      </div>
    </Dialog>
  )
}
