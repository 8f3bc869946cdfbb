import { IMPORT, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { bidGroupsQuery } from '../../bids/groups/group-queries.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { FileField } from '../../ui/fields/FileField.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SeveralAuctions } from '../add/SeveralAuctions.tsx'
import { useAuctions } from '../tracked/use-auctions.ts'
import { ImportProgress } from './ImportProgress.tsx'
import { LargeImport } from './LargeImport.tsx'
import { type ImportLine, readImport } from './read-import.ts'
import { SiteLists } from './SiteLists.tsx'
import { writeExport } from './write-export.ts'

const MOST_FAULTS = 10

/** A file of auctions is read in the browser and shown line by line; then all of them are looked at in one table. */
function ImportPage() {
  const navigate = useNavigate()
  const { auctions, auctionsQuery, ended, bids } = useAuctions()
  const groups = useQuery(bidGroupsQuery)
  const [lines, setLines] = useState<readonly ImportLine[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const latest = useRef<File | null>(null)

  async function choose(file: File | null) {
    latest.current = file
    setLines(null)
    setFault(file !== null && file.size > IMPORT.maxFileBytes ? messages.importing.tooLarge : null)
    if (file === null || file.size > IMPORT.maxFileBytes) return
    const read = await file.text().then(readImport, () => ({ lines: null, fault: messages.importing.notRead }))
    if (latest.current !== file) return
    setLines(read.lines)
    setFault(read.fault)
  }

  const isLarge = (lines?.length ?? 0) > IMPORT.maxInTable
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
        {faulty.length > 0 && <Faults lines={faulty} isLarge={isLarge} />}
        {isLarge && <LargeImport lines={lines ?? []} onDone={() => setLines(null)} />}
        {good.length > 0 && !isLarge && (
          <Button variant="primary" className="self-start" onClick={() => setIsOpen(true)}>
            {messages.importing.goOn(good.length)}
          </Button>
        )}
      </Card>
      <ImportProgress />
      <SiteLists most={IMPORT.maxInTable} onDone={() => void navigate('/dashboard')} />
      <Section title={messages.importing.exportTitle} text={messages.importing.exportAbout}>
        <Button
          className="self-start"
          whyNot={whyNoExport(auctions.length, [auctionsQuery, ended, bids, groups])}
          onClick={() =>
            saveFile('bidwell-auctions.csv', 'text/csv;charset=utf-8', writeExport(auctions, groups.data ?? []))
          }
        >
          {messages.importing.exportButton(auctions.length)}
        </Button>
      </Section>
      {isOpen && (
        <SeveralAuctions
          references={good.map(({ reference }) => reference)}
          wishes={new Map(good.map(({ reference, ...wish }) => [reference, wish]))}
          most={IMPORT.maxInTable}
          onClose={() => void navigate('/dashboard')}
        />
      )}
    </div>
  )
}

type Read = { dataUpdatedAt: number; error: Error | null }

/**
 * A file without its bids would be taken for one that has none, and without the terms of their groups, each would win one of them. What an
 * earlier visit kept may lack some of both.
 */
function whyNoExport(count: number, needed: readonly Read[]): string | null {
  const missing = needed.find(({ dataUpdatedAt }) => dataUpdatedAt === 0)
  if (missing) return missing.error ? messages.importing.bidsNotRead : messages.importing.readingBids
  return count === 0 ? messages.importing.nothingToExport : null
}

const Faults = ({ lines, isLarge }: { lines: readonly ImportLine[]; isLarge: boolean }) => (
  <Banner tone="warning" icon={TriangleAlert} title={messages.importing.faults(lines.length)}>
    <ul className="wrap-anywhere">
      {lines.slice(0, MOST_FAULTS).map(({ line, fault }) => (
        <li key={line}>{messages.importing.faultAt(line, fault ?? '')}</li>
      ))}
      {lines.length > MOST_FAULTS && <li>{messages.importing.further(lines.length - MOST_FAULTS)}</li>}
    </ul>
    {isLarge && <p>{messages.importing.preview.allOrNone}</p>}
  </Banner>
)

export { ImportPage as Component }
