import { Button } from '../ui/Button.tsx';
import { say } from '../ui/Toast.tsx';
import { wordsNow } from '../words/translations.ts';

/** Copies a text. Falls back to a text area, because `navigator.clipboard` exists only on https and localhost. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    const area = document.createElement('textarea');
    area.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(wordsNow().common.copied);
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  return <Button onClick={() => void copy(text)}>{label}</Button>;
}
