import { Failure, newKey, request, requestPage, segment } from '#panel/api/call.ts';
import type { ErrorDetail } from '#panel/api/schema.ts';
import type { Action } from '#panel/commands/action.ts';
import { paginated } from '#panel/data/paginated.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { fetchRelated, type RelatedKind } from '#panel/data/related.ts';

const key = (slug: string) => ['team', slug, 'files'];
const refetch = (slug: string) => queryClient.invalidateQueries({ queryKey: key(slug) });

/** Files of a record, latest first. */
export const filesQuery = (slug: string, kind: RelatedKind, id: string) =>
  paginated([...key(slug), kind, id], async (query, signal) => {
    const first = query.page === 1 ? await fetchRelated({ slug, kind, id }, 'files') : null;
    if (first) return first;
    return requestPage('GET /teams/{team_slug}/files', {
      at: { team_slug: slug },
      query: { ...query, record_type: kind, record_id: id },
      signal,
    });
  });

/** Files of a project, its tasks and its campaigns, latest first. */
export const projectFilesQuery = (slug: string, project_id: string) =>
  paginated([...key(slug), 'project', project_id], (query, signal) =>
    requestPage('GET /teams/{team_slug}/files', {
      at: { team_slug: slug },
      query: { ...query, project_id },
      signal,
    }),
  );

/** URL of a file's content. */
export const fileAddress = (slug: string, id: string, isPreview = false) =>
  `/api/panel/teams/${segment(slug)}/files/${segment(id)}/content${isPreview ? '?preview=true' : ''}`;

/** Client-generated id of a file, so that a retry stores it once. */
export const newFileId = () =>
  newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

interface UploadError {
  readonly error?: Partial<ErrorDetail>;
}

function failureIn(request: XMLHttpRequest): Failure {
  const answer = ((): UploadError => {
    try {
      return JSON.parse(request.responseText) as UploadError;
    } catch {
      return {};
    }
  })();
  const { code = 'UNREADABLE', message = request.statusText } = answer.error ?? {};
  const requestId = request.getResponseHeader('x-request-id') ?? undefined;
  return new Failure(code, message, request.status, requestId, answer.error);
}

export interface FileUpload {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
}

/** Purpose of a stored file. */
interface For {
  /** Record that it belongs to, if any. */
  readonly type?: RelatedKind | 'conversations';
  readonly id?: string;
  readonly purpose?: 'message' | 'import';
}

/**
 * Uploads a file. An id that is already taken stores nothing, so the upload may be retried.
 * @param onProgress receives the uploaded fraction, from 0 to 1
 * @returns the media type detected from the content
 * @throws Failure; the signal's abort reason
 */
export const uploadFile = (
  slug: string,
  { type, id: record, purpose }: For,
  { id, name, file }: FileUpload,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<string> =>
  new Promise((done, failed) => {
    const query = new URLSearchParams({ name, id });
    if (type && record) {
      query.set('record_type', type);
      query.set('record_id', record);
    }
    if (purpose) query.set('purpose', purpose);
    const request = new XMLHttpRequest();
    request.open('POST', `/api/panel/teams/${segment(slug)}/files?${query}`);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 300) return failed(failureIn(request));
      const { data } = JSON.parse(request.responseText) as { data: { media_type: string } };
      done(data.media_type);
    };
    request.onerror = () => failed(new Failure('OFFLINE', 'the connection broke'));
    signal?.addEventListener('abort', () => {
      request.abort();
      failed(signal.reason);
    });
    request.send(file);
  });

/** Attaches a file to a record. @throws Failure */
export async function attachFile(
  slug: string,
  kind: RelatedKind,
  record: string,
  sending: FileUpload,
  onProgress: (part: number) => void,
): Promise<void> {
  await uploadFile(slug, { type: kind, id: record }, sending, onProgress);
  await refetch(slug);
}

/** Deletes a file; undo is possible for a day. */
export const removeFile = ({
  slug,
  id,
}: {
  readonly slug: string;
  readonly id: string;
}): Action<unknown> => {
  const at = { team_slug: slug, id };
  return {
    records: [`files/${id}`],
    meanwhile: [{ record: `files/${id}`, fields: {}, isGone: true }],
    async send() {
      await request('DELETE /teams/{team_slug}/files/{id}', { at });
      await refetch(slug);
    },
    says: () => ({ kind: 'removed', of: 'files' }),
    undo: {
      meanwhile: () => [],
      async send() {
        await request('POST /teams/{team_slug}/files/{id}/restore', { at });
        await refetch(slug);
        return { kind: 'undone' };
      },
    },
  };
};
