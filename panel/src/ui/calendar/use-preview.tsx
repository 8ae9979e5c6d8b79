import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Delay before the details of a hovered or focused bar appear. */
const appearsAfterMs = 350;
const width = 256;
/** Space that the details may need. */
const height = 260;
const margin = 8;

interface Place {
  readonly key: string;
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

function placeAt(key: string, bar: Element): Place {
  const box = bar.getBoundingClientRect();
  const left = Math.max(margin, Math.min(box.left, innerWidth - width - margin));
  return box.bottom + height > innerHeight && box.top > height
    ? { key, left, bottom: innerHeight - box.top + 4 }
    : { key, left, top: box.bottom + 4 };
}

const barAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;

/** Details of the hovered or focused bar, which repeat what its link says and show its picture. */
export function usePreview(content: ((key: string) => ReactNode) | undefined) {
  const [place, setPlace] = useState<Place>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const hideByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPlace(undefined);
    };
    const remove = () => setPlace(undefined);
    window.addEventListener('keydown', hideByKey);
    window.addEventListener('pointerdown', remove);
    window.addEventListener('scroll', remove, true);
    return () => {
      window.removeEventListener('keydown', hideByKey);
      window.removeEventListener('pointerdown', remove);
      window.removeEventListener('scroll', remove, true);
    };
  }, [place]);
  if (!content) return { handlers: {}, card: null };
  const showLater = (bar: HTMLElement | null) => {
    clearTimeout(timer.current);
    const key = bar?.dataset.entry;
    if (bar && key !== undefined)
      timer.current = setTimeout(() => {
        if (bar.isConnected) setPlace(placeAt(key, bar));
      }, appearsAfterMs);
    else if (place) setPlace(undefined);
  };
  const details = place && content(place.key);
  return {
    handlers: {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse' || event.buttons > 0) return;
        const bar = barAt(event.target);
        if (bar === null || bar.dataset.entry !== place?.key) showLater(bar);
      },
      onPointerLeave: hide,
      onDragStart: hide,
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches('[data-entry] a:focus-visible')) showLater(barAt(target));
      },
      onBlur: hide,
    },
    card: details ? (
      <div
        aria-hidden="true"
        data-preview
        style={{ width, left: place.left, top: place.top, bottom: place.bottom }}
        className="appear pointer-events-none fixed z-40 flex flex-col gap-2 rounded-card border border-border bg-raised p-2 shadow-float"
      >
        {details}
      </div>
    ) : null,
  };
}
