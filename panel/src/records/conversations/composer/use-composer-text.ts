import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notePrefix } from '#panel/data/outgoing-storage.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { followDraft, isStoring, saveDraft } from '../drafts.ts';
import type { MessageWindow } from '../thread/message-window.ts';
import { applyDraft, threadQuery } from '../thread/queries.ts';

/** Debounce of saving a draft. */
const saveAfterMs = 1_000;

/** Unfinished notes are kept in this browser until the person signs out; separate from answers, so that internal text never appears in one. */
function storeNote(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The storage is full: the note is kept only while the conversation is open.
  }
}

export type Mode = 'answer' | 'note';

export interface ComposerText {
  readonly text: string;
  /** True if an answer is being written, also while a note is shown. */
  readonly hasAnswer: boolean;
  readonly write: (text: string) => void;
  /** Clears the text after it was queued. */
  readonly sent: () => void;
}

/**
 * Text being written in a conversation. Answers follow the user across tabs and devices: the last change wins, but text that the user is
 * typing is never replaced.
 */
export function useComposerText(slug: string, id: string, mode: Mode): ComposerText {
  const [answer, setAnswer] = useState('');
  const person = useQuery(sessionQuery).data?.person_id ?? '';
  const noteKey = `${notePrefix}${person}.${slug}.${id}`;
  const [note, setNote] = useState(() => localStorage.getItem(noteKey) ?? '');
  const { data: draft } = useQuery({
    ...threadQuery(slug, id),
    select: ({ draft }: MessageWindow) => draft,
  });
  /** `at`: server time of the stored draft, as far as known; older drafts are ignored. */
  const latest = useRef({ text: '', isChanged: false, at: '', isStored: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const adopt = useCallback((text: string) => {
    if (latest.current.isChanged) return;
    latest.current.text = text;
    setAnswer(text);
  }, []);
  useEffect(() => {
    if (draft === undefined || isStoring(slug, id)) return;
    if (draft !== null && draft.updated_at <= latest.current.at) return;
    latest.current.at = draft?.updated_at ?? latest.current.at;
    latest.current.isStored = draft !== null;
    adopt(draft?.content ?? '');
  }, [slug, id, draft, adopt]);
  useEffect(() => followDraft(slug, id, adopt), [slug, id, adopt]);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (!latest.current.isChanged) return;
    latest.current.isChanged = false;
    const { text, isStored } = latest.current;
    if (text.trim() === '' && !isStored && !isStoring(slug, id)) return;
    void saveDraft(slug, id, text, (stored) => {
      if (stored) latest.current.at = stored.updated_at;
      latest.current.isStored = stored !== null;
      applyDraft(slug, id, stored);
    });
  }, [slug, id]);
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      save();
    };
  }, [save]);

  const write = (text: string) => {
    if (mode === 'note') {
      storeNote(noteKey, text);
      setNote(text);
      return;
    }
    latest.current = { ...latest.current, text, isChanged: true };
    setAnswer(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(save, saveAfterMs);
  };
  const sent = () => {
    write('');
    if (mode === 'answer') save();
  };
  return {
    text: mode === 'note' ? note : answer,
    hasAnswer: answer.trim() !== '',
    write,
    sent,
  };
}
