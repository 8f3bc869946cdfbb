import { Autocomplete } from '@base-ui/react/autocomplete'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useOnline } from '../../api/use-online.ts'
import { usePause } from '../../bids/use-pause.ts'
import { CONTROL_CLASS } from '../../ui/fields/Field.tsx'
import { IMPORT, PAGES, SEARCHES } from '../../ui/navigation.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNowAtTransitions } from '../tracked/auction-view.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { useAuctions } from '../tracked/use-auctions.ts'
import { type MenuEntry, menuEntries, type MenuGroup } from './menu-entries.ts'

type CommandMenuProps = {
  /** Id of the current tracked auction, if any. */
  openId: number | null
  onCancelBid: (tracked: TrackedAuction) => void
  onClose: () => void
}

/** Finds pages, auctions and commands by typing. */
export function CommandMenu({ openId, onCancelBid, onClose }: CommandMenuProps) {
  const navigate = useNavigate()
  const { auctions } = useAuctions()
  const now = useNowAtTransitions(auctions)
  const online = useOnline()
  const pause = usePause()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const groups = useMemo(() => {
    const open = auctions.find(({ auction }) => auction.id === openId)
    return menuEntries({ text, auctions, open, pages: [...PAGES, SEARCHES, IMPORT], now, online, paused: pause.paused })
  }, [text, auctions, openId, now, online, pause.paused])

  const run = ({ action }: MenuEntry) => {
    onClose()
    if ('go' in action) void navigate(action.go)
    else if ('cancel' in action) onCancelBid(action.cancel)
    else pause.set(action.pause)
  }

  return (
    <Dialog onClose={onClose} title="Commands" initialFocus={input}>
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        items={groups}
        itemToStringValue={(entry: MenuEntry) => entry.label}
        value={text}
        // The library would write the chosen entry into the field.
        onValueChange={(typed, { reason }) => reason !== 'item-press' && setText(typed)}
      >
        <Autocomplete.Input
          ref={input}
          aria-label="A command, words of a title, or an item to add"
          placeholder="A command, a title, or an item to add"
          className={CONTROL_CLASS}
        />
        {/* Of one height, so that the dialog keeps its place under what is typed. */}
        <div className="mt-2 h-[min(22rem,50dvh)] overflow-y-auto">
          <Autocomplete.Empty>
            <p className="pt-4 text-ink-2">No match for “{text}”.</p>
          </Autocomplete.Empty>
          <Autocomplete.List className="outline-none">
            {(group: MenuGroup) => (
              <Autocomplete.Group key={group.value} items={group.items} className="pt-2">
                <Autocomplete.GroupLabel className="truncate px-3 py-1 text-label font-semibold text-ink-2">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(entry: MenuEntry) => (
                    <Autocomplete.Item
                      key={JSON.stringify(entry.action)}
                      value={entry}
                      disabled={entry.whyNot !== null}
                      onClick={() => run(entry)}
                      className="flex min-h-11 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 break-words data-disabled:cursor-not-allowed data-disabled:text-ink-2 data-highlighted:bg-sunken"
                    >
                      {entry.label}
                      {entry.whyNot !== null && <span className="text-label text-ink-2">{entry.whyNot}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Dialog>
  )
}
