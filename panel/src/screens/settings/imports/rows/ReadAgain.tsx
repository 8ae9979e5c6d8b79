import { useState } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { ReadingForm } from './ReadingForm.tsx';
import { unreadText } from './reading.ts';

/** Offers to read a text in another way, after it could not be read. */
export default function ReadAgain({ slug, id }: { readonly slug: string; readonly id: string }) {
  const { asRead: words } = useImportRowsWords();
  const [isChanging, setChanging] = useState(false);
  return isChanging ? (
    <ReadingForm slug={slug} id={id} table={unreadText} onClose={() => setChanging(false)} />
  ) : (
    <div>
      <Button onClick={() => setChanging(true)}>{words.change}</Button>
    </div>
  );
}
