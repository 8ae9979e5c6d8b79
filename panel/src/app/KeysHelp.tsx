import { useKeysAreOn } from '../data/preferences.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/layout.tsx';
import { useWords } from '../words/t.ts';
import { usePlaces } from './places.tsx';

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export default function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { app, keys: words, palette, common } = useWords();
  const isOn = useKeysAreOn();
  const places = usePlaces();
  const rows = [
    { keys: [control, 'K'], joint: '+', what: words.palette },
    { keys: [control, 'Z'], joint: '+', what: app.undo },
    { keys: ['?'], joint: '', what: words.help },
    ...places.map(({ key, name }) => ({
      keys: ['g', key],
      joint: words.andThen,
      what: palette.goTo({ place: name }),
    })),
  ];
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {isOn ? null : <p>{words.off}</p>}
      <dl className="flex flex-col gap-2">
        {rows.map(({ keys: [first, second], joint, what }) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex items-center gap-1 text-meta text-muted">
              <Kbd>{first}</Kbd>
              {second === undefined ? null : (
                <>
                  {joint}
                  <Kbd>{second}</Kbd>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
