import { useKeysAreOn } from '../data/preferences.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/layout.tsx';
import { usePaletteWords } from '../words/palette/use.ts';
import { useWords } from '../words/translations.ts';
import { useNavItems } from './navigation.tsx';

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface Row {
  readonly keys: readonly string[];
  readonly what: string;
  /** Text between two keys of one action. */
  readonly joint?: string;
}

/** List of keyboard shortcuts, by scope. */
export default function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = usePaletteWords();
  const { common } = useWords();
  const isOn = useKeysAreOn();
  const places = useNavItems();
  const parts: readonly (readonly [name: string, rows: readonly Row[]])[] = [
    [
      words.everywhere,
      [
        { keys: [control, 'K'], joint: '+', what: words.palette },
        { keys: ['/'], what: words.search },
        { keys: ['c'], what: words.create },
        { keys: [control, 'Z'], joint: '+', what: words.undo },
        { keys: ['?'], what: words.help },
      ],
    ],
    [
      words.places,
      places.map(({ key, name }) => ({ keys: ['g', key], joint: words.andThen, what: name })),
    ],
    [
      words.lists,
      [
        { keys: ['j', 'k'], what: words.walk },
        { keys: ['Enter'], what: words.open },
        { keys: [words.space], what: words.peek },
        { keys: ['x'], what: words.select },
        { keys: ['m'], what: words.move },
        { keys: ['e'], what: words.done },
      ],
    ],
    [
      words.records,
      [
        { keys: ['e'], what: words.done },
        { keys: ['a'], what: words.assign },
        { keys: ['i'], what: words.mine },
        { keys: ['p'], what: words.priority },
        { keys: ['d'], what: words.date },
        { keys: ['l'], what: words.tags },
        { keys: ['t'], what: words.timer },
        { keys: ['y'], what: words.copyNumber },
        { keys: ['m'], what: words.move },
        { keys: ['j', 'k'], what: words.neighbour },
        { keys: ['Backspace'], what: words.trash },
        { keys: ['Esc'], what: words.close },
      ],
    ],
    [
      words.calendar,
      [
        { keys: ['←', '↑', '→', '↓'], what: words.days },
        { keys: ['Page Up', 'Page Down'], what: words.months },
        { keys: ['Enter'], what: words.enter },
        { keys: ['m'], what: words.moveDay },
      ],
    ],
  ];
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {isOn ? null : <p>{words.off}</p>}
      {parts.map(([name, rows]) => (
        <section key={name} className="flex flex-col gap-2">
          <h3 className="font-semibold">{name}</h3>
          <dl className="flex flex-col gap-1">
            {rows.map(({ keys, what, joint }) => (
              <div
                key={`${what} ${keys.join()}`}
                className="flex items-center justify-between gap-4"
              >
                <dt>{what}</dt>
                <dd className="flex items-center gap-1 text-meta text-muted">
                  {keys.map((key, i) => (
                    <span key={key} className="flex items-center gap-1">
                      {i > 0 ? joint : null}
                      <Kbd>{key}</Kbd>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
