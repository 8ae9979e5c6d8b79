import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '#panel/ui/is-typing.ts';
import type { ComposerWords } from '#panel/words/composer/use.ts';
import type { Attachments } from './use-attachments.ts';

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Handles files dropped on the composer, or pasted while no other field has the focus. */
export function useDroppedFiles(
  box: RefObject<HTMLElement | null>,
  isOn: boolean,
  add: Attachments['add'],
  { files: words }: ComposerWords,
) {
  const [isOver, setOver] = useState(false);
  const take = (files: Iterable<File>) =>
    add([...files].map((blob) => ({ name: blob.name || words.pasted, blob })));
  const latest = useRef({ take, isOn });
  latest.current = { take, isOn };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      const { isOn, take } = latest.current;
      if (!isOn || !files || files.length === 0 || event.defaultPrevented) return;
      const isHere = event.target instanceof Node && box.current?.contains(event.target);
      if (!isHere && isTyping(event.target)) return;
      if (isHere && event.clipboardData?.types.includes('text/plain')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [box]);
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!isOn || !holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node) || !box.current?.contains(relatedTarget)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!isOn || !holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { isOver, dropping };
}
