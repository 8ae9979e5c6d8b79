import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import type { Inbox } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { fileAddress, newFileId, uploadFile } from '#panel/records/shared/files/queries.ts';
import type { SentFile } from '../outgoing/outgoing.ts';
import { type Fit, fitOf } from './model.ts';
import {
  followForgotten,
  forgetAttachment,
  isMissing,
  placeOf,
  type StoredAttachment,
  storeAttachment,
  storedAttachments,
} from './stored-attachments.ts';

/** Maximum number of attachments. */
export const maxFiles = 10;

/** Attachment, uploaded before the message is sent, under a client-generated id so that retries store it once. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  /** Media type that the browser or the service detected. */
  readonly type: string;
  /** Absent if it was uploaded before the page was loaded. */
  readonly blob?: Blob | undefined;
  readonly isVoice: boolean;
  /** URL for the preview. */
  readonly url: string;
  readonly fit: Extract<Fit, { sort: unknown }>;
  /** Uploaded fraction, from 0 to 1. */
  readonly part: number;
  readonly failure?: Failure | undefined;
  /** Set once uploaded. */
  readonly stored?: SentFile | undefined;
}

/** Reason why a file was rejected. */
type RejectedFile =
  | { readonly kind: 'empty' | 'large' | 'gone'; readonly name: string; readonly most: number }
  | { readonly kind: 'many' };

export interface Attachments {
  readonly list: readonly Attachment[];
  readonly unfit: RejectedFile | undefined;
  readonly add: (
    files: Iterable<{ readonly name: string; readonly blob: Blob }>,
    isVoice?: boolean,
  ) => void;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Clears the list after the messages were queued. */
  readonly clear: () => void;
}

/** Form in which an attachment that was uploaded earlier is sent: the gateway may have changed since, and then the service decides. */
function storedFit(
  gateway: Inbox['gateway'] | undefined,
  { type, isVoice }: Pick<Attachment, 'type' | 'isVoice'>,
  size: number,
): Attachment['fit'] {
  const fit = fitOf(gateway, { type, size }, isVoice);
  return 'most' in fit ? { as: 'document', sort: 'document' } : fit;
}

/** Attachment that was uploaded before the page was loaded. */
function restored(
  slug: string,
  { id, name, mediaType, bytes, isVoice }: StoredAttachment,
): Attachment {
  return {
    id,
    name,
    type: mediaType,
    isVoice,
    url: fileAddress(slug, id),
    fit: storedFit(undefined, { type: mediaType, isVoice }, bytes),
    part: 1,
    stored: { id, name, mediaType, bytes },
  };
}

/** Attachments of the message being written in a conversation. */
export function useAttachments(
  slug: string,
  conversation: string,
  gateway: Inbox['gateway'] | undefined,
): Attachments {
  const person = useQuery(sessionQuery).data?.person_id ?? '';
  const place = placeOf(person, slug, conversation);
  const [list, setList] = useState<readonly Attachment[]>(() =>
    storedAttachments(place).map((each) => restored(slug, each)),
  );
  const [unfit, setUnfit] = useState<RejectedFile>();
  const going = useRef(new Map<string, AbortController>());
  const latest = useRef(list);
  latest.current = list;
  useEffect(
    () => () => {
      for (const one of going.current.values()) one.abort();
      for (const { url } of latest.current) URL.revokeObjectURL(url);
    },
    [],
  );
  useEffect(
    () => followForgotten(place, (id) => setList((all) => all.filter((each) => each.id !== id))),
    [place],
  );
  useEffect(() => {
    for (const { id, name } of storedAttachments(place))
      void isMissing(slug, id).then((isGone) => {
        if (!isGone) return;
        forgetAttachment(place, id);
        setList((all) => all.filter((each) => each.id !== id));
        setUnfit({ kind: 'gone', name, most: 0 });
      });
  }, [slug, place]);
  const change = (id: string, to: Partial<Attachment>) =>
    setList((all) => all.map((each) => (each.id === id ? { ...each, ...to } : each)));
  const upload = async ({ id, name, blob, isVoice }: Attachment) => {
    if (!blob) return;
    const abort = new AbortController();
    going.current.set(id, abort);
    change(id, { part: 0, failure: undefined });
    try {
      const mediaType = await uploadFile(
        slug,
        { type: 'conversations', id: conversation, purpose: 'message' },
        { id, name, file: blob },
        (part) => change(id, { part }),
        abort.signal,
      );
      const stored = { id, name, mediaType, bytes: blob.size };
      change(id, { part: 1, stored });
      storeAttachment(place, { ...stored, isVoice, at: Date.now() });
    } catch (error) {
      if (!abort.signal.aborted) change(id, { failure: asFailure(error) });
    } finally {
      going.current.delete(id);
    }
  };
  const begin = (attachment: Attachment) => void upload(attachment);
  const drop = (gone: readonly Attachment[]) => {
    for (const { id, url } of gone) {
      going.current.get(id)?.abort();
      forgetAttachment(place, id);
      URL.revokeObjectURL(url);
    }
    const ids = new Set(gone.map(({ id }) => id));
    setList((all) => all.filter(({ id }) => !ids.has(id)));
  };
  return {
    // The inbox, and with it the gateway, may be loaded after them.
    list: list.map((each) =>
      each.blob || !each.stored
        ? each
        : { ...each, fit: storedFit(gateway, each, each.stored.bytes) },
    ),
    unfit,
    add(files, isVoice = false) {
      setUnfit(undefined);
      let room = maxFiles - list.length;
      for (const { name, blob } of files) {
        const fit = fitOf(gateway, blob, isVoice);
        if (blob.size === 0) setUnfit({ kind: 'empty', name, most: 0 });
        else if ('most' in fit) setUnfit({ kind: 'large', name, most: fit.most });
        else if (room === 0) setUnfit({ kind: 'many' });
        else {
          room -= 1;
          const url = URL.createObjectURL(blob);
          const { type } = blob;
          const one: Attachment = { id: newFileId(), name, type, blob, isVoice, url, fit, part: 0 };
          setList((all) => [...all, one]);
          begin(one);
        }
      }
    },
    remove: (id) => drop(list.filter((each) => each.id === id)),
    retry(id) {
      const one = list.find((each) => each.id === id);
      if (one) begin(one);
    },
    clear: () => drop(list),
  };
}
