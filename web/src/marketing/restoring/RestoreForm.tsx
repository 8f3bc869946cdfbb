import { formatBytes, MAX_BACKUP_BYTES, MAX_KEYS_LENGTH, messages } from '@bidwell/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileField } from '../../ui/fields/FileField.tsx'
import { TextArea, TextField } from '../../ui/fields/TextField.tsx'
import type { BackupToSend } from './send-backup.ts'

type RestoreFormProps = {
  /** Of the last try. */
  error: unknown
  onSubmit: (backup: BackupToSend) => void
}

type Faults = Partial<Record<keyof BackupToSend, string>>

/** Asks for the file, its keys and the code. What stands behind the # of the address is the code, and is sent to no server by itself. */
export function RestoreForm({ error, onSubmit }: RestoreFormProps) {
  const { hash } = useLocation()
  const [file, setFile] = useState<File | null>(null)
  const [keys, setKeys] = useState('')
  const [code, setCode] = useState(hash.slice(1))
  const [faults, setFaults] = useState<Faults>({})
  const shown = { ...faultsOf(error), ...faults }
  const general = error === null || Object.keys(faultsOf(error)).length > 0 ? null : messageOf(error)

  const form = useRef<HTMLFormElement>(null)
  // After each try, the first field at fault has the focus.
  useEffect(() => {
    if (error === null && Object.keys(faults).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error, faults])

  const submit = () => {
    const missing: Faults = {
      ...whyNotFile(file),
      ...(keys.trim() === '' && { keys: messages.restore.keysMissing }),
      ...(code.trim() === '' && { code: messages.restore.codeMissing }),
    }
    setFaults(missing)
    if (file !== null && Object.keys(missing).length === 0) onSubmit({ file, keys, code })
  }
  return (
    <form
      name="restore"
      ref={form}
      noValidate
      className="flex w-full flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {general !== null && <ErrorBanner title="Nothing was restored">{general}</ErrorBanner>}
      <FileField
        label="Backup"
        accept=".age"
        hint={`Its name ends in .age, and it has at most ${formatBytes(MAX_BACKUP_BYTES)}.`}
        error={shown.file}
        onFile={setFile}
      />
      <KeysField keys={keys} error={shown.keys} onChange={setKeys} />
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="It shows that Bidwell is yours: the terminal in which it runs has it behind the # of an address, and so does the file restore-code in its data folder."
        error={shown.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" className="self-start">
        Restore this backup
      </Button>
      <p className="text-small text-ink-2">
        The file is checked before anything is written. Then Bidwell stops, restores all of it or nothing, and starts
        again. End the old place first: if it still runs, its bids go out from there.
      </p>
    </form>
  )
}

type KeysFieldProps = { keys: string; error: string | undefined; onChange: (keys: string) => void }

/** The text of keys.env, typed or from the file. */
function KeysField({ keys, error, onChange }: KeysFieldProps) {
  const file = useRef<File | null>(null)
  const [isUnread, setIsUnread] = useState(false)

  async function read(chosen: File | null) {
    file.current = chosen
    setIsUnread(false)
    if (chosen === null) return
    // A slice of a file that is gone is empty in place of unreadable.
    const start = chosen.size > MAX_KEYS_LENGTH ? chosen.slice(0, MAX_KEYS_LENGTH) : chosen
    const text = await start.text().catch(() => null)
    // Another one may be chosen by now.
    if (file.current !== chosen) return
    setIsUnread(text === null)
    if (text !== null) onChange(text)
  }

  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label="Its keys"
        rows={4}
        maxLength={MAX_KEYS_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={'SESSION_KEYS=…\nVAULT_KEYS=…\nBACKUP_IDENTITY=AGE-SECRET-KEY-1…'}
        hint="The text of keys.env from where the backup was made. Bidwell keeps them: without them, nothing in the backup opens."
        error={isUnread ? messages.restore.keysNotRead : error}
        value={keys}
        onChange={(event) => {
          onChange(event.target.value)
          setIsUnread(false)
        }}
      />
      <FileField label="Or choose the file keys.env" onFile={(chosen) => void read(chosen)} />
    </div>
  )
}

/** Beside which field a refusal of the server stands. */
function faultsOf(error: unknown): Faults {
  if (!isApiError(error)) return {}
  const faults = (error.details ?? []).map(({ path, message }) => [path.split('.')[0], message])
  return Object.fromEntries(faults)
}

function whyNotFile(file: File | null): Faults {
  if (file === null) return { file: messages.restore.fileMissing }
  if (file.size === 0) return { file: messages.restore.fileEmpty }
  return file.size > MAX_BACKUP_BYTES ? { file: messages.restore.tooLarge(MAX_BACKUP_BYTES) } : {}
}
