import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import type { Inbox } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { newFileId, uploadFile } from '#panel/records/shared/files/queries.ts';
import type { SentFile } from '../outgoing/outgoing.ts';
import { type Fit, fitOf } from './model.ts';

/** Maximum number of attachments. */
export const maxFiles = 10;

/** Attachment, uploaded before the message is sent, under a client-generated id so that retries store it once. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
  readonly isVoice: boolean;
  /** Object URL for the preview. */
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
  | { readonly kind: 'empty' | 'large'; readonly name: string; readonly most: number }
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

/** Attachments of the message being written in a conversation. */
export function useAttachments(
  slug: string,
  conversation: string,
  gateway: Inbox['gateway'] | undefined,
): Attachments {
  const [list, setList] = useState<readonly Attachment[]>([]);
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
  const change = (id: string, to: Partial<Attachment>) =>
    setList((all) => all.map((each) => (each.id === id ? { ...each, ...to } : each)));
  const upload = async ({ id, name, blob }: Attachment) => {
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
      change(id, { part: 1, stored: { id, name, mediaType, bytes: blob.size } });
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
      URL.revokeObjectURL(url);
    }
    setList((all) => all.filter((each) => !gone.includes(each)));
  };
  return {
    list,
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
          const one: Attachment = { id: newFileId(), name, blob, isVoice, url, fit, part: 0 };
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
