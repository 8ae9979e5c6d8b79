import { useState } from 'react';
import type { Note } from '#panel/api/types.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { withMentions } from '#panel/records/shared/comments/mentions.ts';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { NoteAuthor } from './Author.tsx';
import { Frame, MenuButton } from './Bubble.tsx';
import { FileLink } from './FileLink.tsx';
import { TeamText } from './MessageText.tsx';
import { useThreadContext } from './thread-context.ts';

const NoteEditor = lazyWithWords(() => import('./NoteEditor.tsx'));

/** File of a note: pictures with their preview. */
function NoteFile({ id, name, media_type, bytes }: Note['files'][number]) {
  const { slug } = useThreadContext();
  const [isBroken, setBroken] = useState(false);
  const address = fileAddress(slug, id, true);
  return (
    <>
      {media_type.startsWith('image/') && !isBroken ? (
        <img
          src={address}
          alt={name}
          decoding="async"
          onError={() => setBroken(true)}
          className="mb-1 h-45 w-[280px] max-w-full rounded bg-surface object-contain"
        />
      ) : null}
      <FileLink id={id} name={name} bytes={bytes} />
    </>
  );
}

/** Internal note, which the contact never sees. */
export function NoteRow({ note, isEdited }: { readonly note: Note; readonly isEdited: boolean }) {
  const words = useThreadWords();
  const { slug, nameOf, timeOf } = useThreadContext();
  const { all } = usePeople(slug);
  const mentioned = all.filter(({ id }) => note.mentions.includes(id));
  const who = nameOf(note.author_id);
  const time = timeOf(note.created_at);
  return (
    <div className="flex flex-row-reverse gap-1 pt-3">
      <Frame look="note">
        <NoteAuthor author={note.author_id} />
        {note.files.length > 0 ? (
          <ul className="flex flex-col gap-1 py-1">
            {note.files.map((file) => (
              <li key={file.id}>
                <NoteFile {...file} />
              </li>
            ))}
          </ul>
        ) : null}
        {isEdited ? (
          <NoteEditor note={note} />
        ) : (
          <TeamText text={withMentions(note.content, mentioned, '*')} />
        )}
        <p className="flex justify-end gap-2 text-meta">
          {note.updated_at > note.created_at ? <span>{words.edited}</span> : null}
          <time dateTime={note.created_at}>{time}</time>
        </p>
      </Frame>
      <MenuButton id={note.id} label={words.menu({ who, time })} />
    </div>
  );
}
