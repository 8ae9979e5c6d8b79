import { useState } from 'react';
import type { ProjectTemplate } from '#panel/api/schema.ts';
import { type TemplateValues, valuesOf } from './model.ts';

/* Unsaved changes are stored in the browser tab, so that leaving the page loses nothing. */

interface StoredDraft {
  /** Version on which the draft is based. */
  readonly version: string;
  readonly values: TemplateValues;
}

function read(key: string): StoredDraft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredDraft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, draft: StoredDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Without session storage the draft is lost with the page.
  }
}

interface State {
  /** Values with which the form begins. */
  readonly initial: TemplateValues;
  /** Version on which the draft is based. */
  readonly version: string;
  /** Key of the form: another one when it begins with other values. */
  readonly formKey: number;
  readonly isDirty: boolean;
  readonly isRestored: boolean;
}

const fresh = (template: ProjectTemplate, formKey: number): State => ({
  initial: valuesOf(template),
  version: template.updated_at,
  formKey,
  isDirty: false,
  isRestored: false,
});

function begin(key: string, template: ProjectTemplate): State {
  const draft = read(key);
  if (!draft) return fresh(template, 0);
  const { values: initial, version } = draft;
  return { initial, version, formKey: 0, isDirty: true, isRestored: true };
}

/** Draft of a template. @param template the current version on the server */
export function useTemplateDraft(slug: string, template: ProjectTemplate) {
  const key = `pauta.project-template/${slug}/${template.id}`;
  const [state, setState] = useState(() => begin(key, template));
  const isNewer = template.updated_at > state.version;
  // Another user has saved, and there are no local changes.
  if (isNewer && !state.isDirty) setState(fresh(template, state.formKey + 1));
  return {
    ...state,
    isRestored: state.isRestored && state.isDirty,
    /** Another user has saved since the draft was begun. */
    isBehind: isNewer && state.isDirty,
    touch: () => setState((now) => (now.isDirty ? now : { ...now, isDirty: true })),
    keep: (values: TemplateValues) => store(key, { version: state.version, values }),
    /** The form was saved. @param version the one that it became */
    settle(version: string) {
      store(key, undefined);
      setState((now) => ({ ...now, version, isDirty: false }));
    },
    /** Continues the draft on the current version, which it will replace. */
    rebase: () => setState((now) => ({ ...now, version: template.updated_at })),
    discard() {
      store(key, undefined);
      setState((now) => fresh(template, now.formKey + 1));
    },
  };
}
