import { IMPORT, messages } from '@bidwell/contract'
import { useRef, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { FileField } from '../../ui/fields/FileField.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useAuctions } from '../tracked/use-auctions.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { type ImportFile, type ImportLine, readImport } from './read-import.ts'
import { SiteLists } from './SiteLists.tsx'
import { writeExport } from './write-export.ts'

const MOST_FAULTS = 10

/** A file of auctions is read in the browser, shown, and then imported in the background. */
function ImportPage() {
  const [file, setFile] = useState<ImportFile | null>(null)
  const latest = useRef<File | null>(null)

  async function choose(chosen: File | null) {
    latest.current = chosen
    setFile(null)
    const read = chosen && (await readFile(chosen))
    if (latest.current === chosen) setFile(read)
  }

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>{messages.importing.title}</PageTitle>
      <Card className="flex flex-col gap-4">
        <p className="max-w-prose text-ink-2">{messages.importing.about}</p>
        <FileField
          label={messages.importing.field}
          hint={messages.importing.fieldHint}
          error={file?.fault ?? undefined}
          accept=".csv,.json,.txt,text/csv,application/json"
          onFile={(chosen) => void choose(chosen)}
        />
        {file?.lines && (
          <>
            <p className="text-ink-2 wrap-anywhere">
              {messages.importing.columns(file.columns.read, file.columns.unread)}
            </p>
            <Faults lines={file.lines.filter(({ fault }) => fault !== null)} />
            <ImportPreview lines={file.lines} onDone={() => setFile(null)} />
          </>
        )}
      </Card>
      <ImportProgress />
      <SiteLists />
      <Export />
    </div>
  )
}

const readFile = async (file: File): Promise<ImportFile> =>
  file.size > IMPORT.maxFileBytes
    ? { lines: null, fault: messages.importing.tooLarge }
    : file.text().then(readImport, () => ({ lines: null, fault: messages.importing.notRead }))

const Faults = ({ lines }: { lines: readonly ImportLine[] }) =>
  lines.length > 0 && (
    <Banner tone="warning" icon={TriangleAlert} title={messages.importing.faults(lines.length)}>
      <ul className="wrap-anywhere">
        {lines.slice(0, MOST_FAULTS).map(({ line, fault }) => (
          <li key={line}>{messages.importing.faultAt(line, fault ?? '')}</li>
        ))}
        {lines.length > MOST_FAULTS && <li>{messages.importing.further(lines.length - MOST_FAULTS)}</li>}
      </ul>
      <p>{messages.importing.preview.allOrNone}</p>
    </Banner>
  )

function Export() {
  const { auctions, auctionsQuery, ended, bids } = useAuctions()
  return (
    <Section title={messages.importing.exportTitle} text={messages.importing.exportAbout}>
      <Button
        className="self-start"
        whyNot={whyNoExport(auctions.length, [auctionsQuery, ended, bids])}
        onClick={() => saveFile('bidwell-auctions.csv', 'text/csv;charset=utf-8', writeExport(auctions))}
      >
        {messages.importing.exportButton(auctions.length)}
      </Button>
    </Section>
  )
}

type Read = { dataUpdatedAt: number; error: Error | null }

/** A file without its bids would be taken for one that has none. What an earlier visit kept may lack some. */
function whyNoExport(count: number, needed: readonly Read[]): string | null {
  const missing = needed.find(({ dataUpdatedAt }) => dataUpdatedAt === 0)
  if (missing) return missing.error ? messages.importing.bidsNotRead : messages.importing.readingBids
  return count === 0 ? messages.importing.nothingToExport : null
}

export { ImportPage as Component }
