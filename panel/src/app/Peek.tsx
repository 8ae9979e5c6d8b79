import { Suspense, useLayoutEffect, useRef } from 'react';
import { closePeek, openPeek } from '../display/RecordLink.tsx';
import { useRecordShortcuts } from '../records/shared/record-shortcuts.ts';
import { type Kind, type RecordRef, recordIn, recordPath } from '../route/record-paths.ts';
import { Link } from '../route/router.tsx';
import { Close, Down, Expand, Up } from '../ui/icons.tsx';
import { isTyping } from '../ui/is-typing.ts';
import { Skeleton } from '../ui/layout.tsx';
import { useFieldWords } from '../words/fields/use.ts';
import { useRecordWords } from '../words/records/use.ts';
import { useWords } from '../words/translations.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { recordScreens } from './record-screens.ts';

const control =
  'control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface disabled:opacity-40';

type Anchor = HTMLAnchorElement;
const recordOf = ({ pathname }: Anchor) => recordIn(pathname);

/** Links to records of a kind, in their order on the screen behind. */
const linksOf = (kind: Kind) =>
  [...document.querySelectorAll<Anchor>('main a[href]')].filter(
    (link) => recordOf(link)?.kind === kind,
  );
const linkOf = ({ kind, id }: RecordRef) => linksOf(kind).find((link) => recordOf(link)?.id === id);

/** Opens the next or previous record of the screen behind. */
function showNeighbor({ kind, id }: RecordRef, step: 1 | -1): void {
  const all = [...new Set(linksOf(kind).map((link) => recordOf(link)?.id))];
  const at = all.indexOf(id);
  const next = at < 0 ? undefined : all[at + step];
  if (next) openPeek(kind, next);
}

const steps = ['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/** Makes the screen behind inert on a phone, where the peek covers it; elsewhere it remains usable. */
function useWholeScreen(box: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const phone = matchMedia('(max-width: 767px)');
    const behind = [...(box.current?.parentElement?.children ?? [])].filter(
      (element) => element !== box.current,
    );
    const set = (isInert: boolean) => {
      for (const element of behind) element.toggleAttribute('inert', isInert);
      document.body.classList.toggle('overflow-hidden', isInert);
    };
    const look = () => set(phone.matches);
    look();
    phone.addEventListener('change', look);
    return () => {
      phone.removeEventListener('change', look);
      set(false);
    };
  }, [box]);
}

/** Escape closes the peek; keyboard navigation in the list behind changes its record. */
function usePeekKeys(record: RecordRef): void {
  const latest = useRef(record);
  latest.current = record;
  useLayoutEffect(() => {
    let key = '';
    const press = (event: KeyboardEvent) => {
      key = event.key;
      if (key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], [role=menu]')) return;
      event.preventDefault();
      closePeek();
    };
    const follow = ({ target }: FocusEvent) => {
      if (!steps.includes(key) || !(target instanceof Element) || !target.closest('main')) return;
      const { kind, id } = latest.current;
      // The focused element is the link or contains it.
      const link = linksOf(kind).find((each) => each === target || target.contains(each));
      const next = link && recordOf(link)?.id;
      if (next && next !== id) openPeek(kind, next);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('focusin', follow);
    };
  }, []);
}

/** Moves the focus into the peek, and back to the record's link on the screen behind, before another key can be pressed. */
function useFocus(box: { readonly current: HTMLElement | null }, record: RecordRef): void {
  const latest = useRef(record);
  latest.current = record;
  useLayoutEffect(() => {
    const before = document.activeElement;
    const peek = box.current;
    peek?.focus({ preventScroll: true });
    return () => {
      // Keeps the focus of a user who is working on the screen behind.
      if (document.activeElement !== document.body && !peek?.contains(document.activeElement))
        return;
      const link = linkOf(latest.current);
      const back = before?.isConnected && before !== document.body ? before : undefined;
      const to = link && !back?.contains(link) ? link : (back ?? document.querySelector('main'));
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    };
  }, [box]);
}

/** Record shown over the screen, from the right: 480 px wide, full width on a phone. */
export default function Peek({
  slug,
  shown: record,
}: {
  readonly slug: string;
  readonly shown: RecordRef;
}) {
  const { frame } = useRecordWords();
  const { common } = useWords();
  const box = useRef<HTMLElement>(null);
  useWholeScreen(box);
  usePeekKeys(record);
  useFocus(box, record);
  useRecordShortcuts(true, { j: () => showNeighbor(record, 1), k: () => showNeighbor(record, -1) });
  const { kind, id } = record;
  const { one } = useFieldWords().kinds[kind];
  const { Record, fills } = recordScreens[kind];
  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-label={one}
      className="appear fixed inset-0 z-20 flex flex-col border-border bg-bg outline-none md:left-auto md:w-[480px] md:border-l md:shadow-float min-[100rem]:w-[600px] min-[100rem]:shadow-none"
    >
      <header className="flex shrink-0 items-center gap-1 border-border border-b py-1 pr-1 pl-4">
        <span className="flex-1 font-medium text-muted">{one}</span>
        <button
          type="button"
          className={control}
          aria-label={frame.previous}
          title={frame.previous}
          onClick={() => showNeighbor(record, -1)}
        >
          <Up />
        </button>
        <button
          type="button"
          className={control}
          aria-label={frame.next}
          title={frame.next}
          onClick={() => showNeighbor(record, 1)}
        >
          <Down />
        </button>
        <Link
          href={recordPath(slug, kind, id)}
          className={control}
          aria-label={frame.asPage}
          title={frame.asPage}
        >
          <Expand />
        </Link>
        <button type="button" className={control} aria-label={common.close} onClick={closePeek}>
          <Close />
        </button>
      </header>
      <div
        className={
          fills
            ? 'flex min-h-0 flex-1 flex-col *:min-h-0 *:flex-1'
            : 'min-h-0 flex-1 overflow-y-auto p-4'
        }
      >
        <ErrorBoundary key={`${kind}/${id}`}>
          <Suspense fallback={<Skeleton label={common.loading} />}>
            <Record slug={slug} id={id} isPeek />
          </Suspense>
        </ErrorBoundary>
      </div>
    </aside>
  );
}
