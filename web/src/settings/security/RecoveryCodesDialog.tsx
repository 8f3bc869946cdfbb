import { useStayWhileShown } from '../../state/use-stay-while-shown.ts'
import { Button } from '../../ui/Button.tsx'
import { Copy, Download } from '../../ui/icons.tsx'
import { copyText } from '../../ui/overlays/copy-text.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  useStayWhileShown()
  const copy = () => copyText(text, 'Your browser did not allow copying. Please write the codes down.')
  return (
    <Dialog
      ignoreOutsideClicks
      onClose={onClose}
      title="Keep your recovery codes"
      description="Each signs you in once, when your phone or passkey is not at hand. Keep them where only you find them, such as your password manager. They are not shown again."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <ol aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular text-center font-semibold tracking-wide">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
        <Button
          onClick={() => saveFile('bidwell-recovery-codes.txt', 'text/plain', `Bidwell recovery codes\n\n${text}\n`)}
        >
          <Download aria-hidden size={18} />
          Download
        </Button>
      </div>
    </Dialog>
  )
}
