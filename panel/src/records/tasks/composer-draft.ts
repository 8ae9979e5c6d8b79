/* Text of the task being composed, kept in this tab until it is created: closing the composer or reloading does not lose it. */

interface Draft {
  readonly title: string;
  readonly description: string;
}

const nameOf = (person: string, slug: string) => `pauta.composer.${person}.${slug}`;

export function draftOf(person: string, slug: string): Draft {
  try {
    const { title = '', description = '' } = JSON.parse(
      sessionStorage.getItem(nameOf(person, slug)) ?? '{}',
    ) as Partial<Draft>;
    return { title, description };
  } catch {
    return { title: '', description: '' };
  }
}

export const clearDraft = (person: string, slug: string) =>
  sessionStorage.removeItem(nameOf(person, slug));

export function saveDraft(person: string, slug: string, draft: Draft): void {
  try {
    if (draft.title === '' && draft.description === '') clearDraft(person, slug);
    else sessionStorage.setItem(nameOf(person, slug), JSON.stringify(draft));
  } catch {
    // A full storage only costs the protection against a reload.
  }
}
