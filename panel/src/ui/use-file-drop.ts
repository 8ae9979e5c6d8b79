import { type DragEvent, type RefObject, useState } from 'react';

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

interface FileDrop {
  /** True while files are dragged over the element. */
  readonly isOver: boolean;
  /** Handlers of the element. */
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Lets an element take dropped files. */
export function useFileDrop(
  element: RefObject<HTMLElement | null>,
  take: (files: FileList) => void,
): FileDrop {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ relatedTarget }) {
        if (!(relatedTarget instanceof Node) || !element.current?.contains(relatedTarget))
          setOver(false);
      },
      onDrop(event) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      },
    },
  };
}
