import { IMPORT, messages } from '@bidwell/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FileField } from '../../ui/fields/FileField.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SeveralAuctions } from '../add/SeveralAuctions.tsx'
import { useAuctions } from '../tracked/use-auctions.ts'
import { type ImportLine, readImport } from './read-import.ts'
import { SiteLists } from './SiteLists.tsx'
import { writeExport } from './write-export.ts'

const MOST_FAULTS = 10

/** A file of auctions is read in the browser and shown line by line; then all of them are looked at in one table. */
function ImportPage() {
  const navigate = useNavigate()
  const { auctions, bids } = useAuctions()
  const [lines, setLines] = useState<readonly ImportLine[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  async function choose(file: File | null) {
    setLines(null)
    setFault(file !== null && file.size > IMPORT.maxBytes ? messages.importing.tooLarge : null)
    if (file === null || file.size > IMPORT.maxBytes) return
    const read = readImport(await file.text())
    setLines(read.lines)
    setFault(read.fault)
  }

  const good = lines?.filter((line) => line.fault === null) ?? []
  const faulty = lines?.filter((line) => line.fault !== null) ?? []
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>{messages.importing.title}</PageTitle>
      <Card className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-2">{messages.importing.about}</p>
        <FileField
          label={messages.importing.field}
          hint={messages.importing.fieldHint}
          error={fault ?? undefined}
          accept=".csv,.json,.txt,text/csv,application/json"
          onFile={(file) => void choose(file)}
        />
        {faulty.length > 0 && <Faults lines={faulty} />}
        {good.length > 0 && (
          <Button variant="primary" className="self-start" onClick={() => setIsOpen(true)}>
            {messages.importing.goOn(good.length)}
          </Button>
        )}
      </Card>
      <SiteLists most={IMPORT.maxAuctions} onDone={() => void navigate('/dashboard')} />
      <Card className="flex flex-col gap-4">
        <h2 className="text-lead font-semibold">{messages.importing.exportTitle}</h2>
        <p className="max-w-prose text-ink-2">{messages.importing.exportAbout}</p>
        <Button
          className="self-start"
          whyNot={whyNoExport(auctions.length, bids)}
          onClick={() => saveFile('bidwell-auctions.csv', 'text/csv;charset=utf-8', writeExport(auctions))}
        >
          {messages.importing.exportButton(auctions.length)}
        </Button>
      </Card>
      {isOpen && (
        <SeveralAuctions
          references={good.map(({ reference }) => reference)}
          wishes={new Map(good.map(({ reference, ...wish }) => [reference, wish]))}
          most={IMPORT.maxAuctions}
          onClose={() => void navigate('/dashboard')}
        />
      )}
    </div>
  )
}

/** A file without its bids would be taken for one that has none. */
function whyNoExport(count: number, bids: ReturnType<typeof useAuctions>['bids']): string | null {
  if (bids.data === undefined) return bids.error ? messages.importing.bidsNotRead : messages.importing.readingBids
  return count === 0 ? messages.importing.nothingToExport : null
}

const Faults = ({ lines }: { lines: readonly ImportLine[] }) => (
  <Banner tone="warning" icon={TriangleAlert} title={messages.importing.faults(lines.length)}>
    <ul className="wrap-anywhere">
      {lines.slice(0, MOST_FAULTS).map(({ line, fault }) => (
        <li key={line}>{messages.importing.faultAt(line, fault ?? '')}</li>
      ))}
      {lines.length > MOST_FAULTS && <li>{messages.importing.further(lines.length - MOST_FAULTS)}</li>}
    </ul>
  </Banner>
)

export { ImportPage as Component }
