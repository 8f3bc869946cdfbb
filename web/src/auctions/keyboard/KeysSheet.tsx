import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { letterKeys } from '../../ui/preferences.ts'
import { COMMANDS } from './key-commands.ts'

const FIXED_KEYS = [
  { keys: 'Ctrl K', label: 'Find an auction, a page or a command' },
  { keys: 'Ctrl Z', label: 'Undo the last thing that can be undone' },
] as const

/** Lists the keys, with the switch that turns single-letter commands off. */
export const KeysSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Keys">
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
      {[...COMMANDS, ...FIXED_KEYS].map(({ keys, label }) => (
        <div key={keys} className="contents">
          <dt className="flex gap-1">
            {keys.split(' ').map((key) => (
              <kbd key={key} className="rounded-tag border border-line bg-sunken px-2 py-0.5 font-sans text-small">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
    <Checkbox
      label="Single letters act as commands"
      checked={letterKeys.use() === 'on'}
      onChange={(event) => letterKeys.write(event.target.checked ? 'on' : 'off')}
    />
  </Dialog>
)
