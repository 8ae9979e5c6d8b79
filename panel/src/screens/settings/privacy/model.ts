import { privacyHitDecisions } from '#panel/api/enumerations.ts';
import type { PrivacyHit, PrivacyRequest } from '#panel/api/schema.ts';

/* Requests of persons about their data, as their screens show them. */

/** Name of the person; after an erasure only a code is left. */
export function personOf(
  { name, phones, emails, code, erased_at: erasedAt }: PrivacyRequest,
  words: {
    readonly unnamed: (p: { code: string }) => string;
    readonly removed: (p: { code: string }) => string;
  },
  formatPhone: (text: string) => string,
): string {
  if (erasedAt !== null) return words.removed({ code });
  const [phone] = phones;
  return name ?? (phone === undefined ? emails[0] : formatPhone(phone)) ?? words.unnamed({ code });
}

/** Days within which an open request is marked as urgent. */
const urgentDays = 5;

export const dueTone = ({ days_left: days }: Pick<PrivacyRequest, 'days_left'>) =>
  days < 0 ? 'danger' : days <= urgentDays ? 'warn' : undefined;

/** Passages with the same text and the same decision, as one. */
export interface HitGroup {
  readonly key: string;
  readonly first: PrivacyHit;
  readonly hits: readonly PrivacyHit[];
}

const textOf = ({ place, field, excerpt, matched, id }: PrivacyHit) =>
  JSON.stringify(excerpt === null ? [id] : [place, field, excerpt, matched]);

/** @param isMerged false to have a group for each passage */
export function groupsOf(hits: readonly PrivacyHit[], isMerged: boolean): readonly HitGroup[] {
  if (!isMerged) return hits.map((hit) => ({ key: hit.id, first: hit, hits: [hit] }));
  const groups = new Map<string, { first: PrivacyHit; hits: PrivacyHit[] }>();
  for (const hit of hits) {
    const text = textOf(hit);
    const group = groups.get(text);
    if (group) group.hits.push(hit);
    else groups.set(text, { first: hit, hits: [hit] });
  }
  return [...groups.values()].map((group) => ({ key: group.first.id, ...group }));
}

/** Decision on all passages of a group; undefined if they differ. */
export const decisionOf = ({ first, hits }: HitGroup): PrivacyHit['decision'] | undefined =>
  hits.every(({ decision }) => decision === first.decision) ? first.decision : undefined;

/** True for the text in a file, where nothing can be replaced. */
export const isInFile = ({ place, field }: Pick<PrivacyHit, 'place' | 'field'>): boolean =>
  place === 'files' && field === 'contents';

/** A choice on a passage. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly decision: NonNullable<PrivacyHit['decision']>;
  /** Undefined if the user enters it. */
  readonly basis: string | null | undefined;
}

interface ChoiceWords {
  readonly decisions: Readonly<Record<Choice['decision'], string>>;
  readonly isPerson: string;
  readonly isOther: string;
  readonly basis: {
    readonly aboutPerson: string;
    readonly options: { readonly otherPerson: string };
  };
}

/** Choices on passages: of an erasure, the fate of each text; otherwise, if it is about the person, and so belongs in the package. */
export function choicesOf(
  groups: readonly HitGroup[],
  isErasure: boolean,
  words: ChoiceWords,
): readonly Choice[] {
  if (!isErasure)
    return [
      { key: 'person', label: words.isPerson, decision: 'keep', basis: words.basis.aboutPerson },
      {
        ...{ key: 'other', label: words.isOther, decision: 'keep' },
        basis: words.basis.options.otherPerson,
      },
    ];
  const hasFile = groups.some(({ hits }) => hits.some(isInFile));
  return privacyHitDecisions
    .filter((decision) => decision !== 'replace' || !hasFile)
    .map((decision) => ({
      ...{ key: decision, label: words.decisions[decision], decision },
      basis: decision === 'keep' ? undefined : null,
    }));
}

/** True if the choice was made for all passages of a group. */
export const isChosen = (group: HitGroup, { decision, basis }: Choice): boolean =>
  decisionOf(group) === decision && (basis === undefined || group.first.basis === basis);

/** Lines of a text field, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n;]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Effects of an erasure on the chosen records, as counts. */
export interface Effects {
  readonly contacts: number;
  readonly conversations: number;
  /** Clients that are deleted, and those whose name is replaced because deals or contracts stay. */
  readonly clients: number;
  readonly renamed: number;
  readonly users: number;
  readonly deals: number;
  readonly contracts: number;
  readonly projects: number;
  readonly activities: number;
}

export function effectsOf({ subjects }: Pick<PrivacyRequest, 'subjects'>): Effects {
  const chosen = subjects.filter(({ is_chosen }) => is_chosen);
  const of = (type: (typeof chosen)[number]['type']) => chosen.filter((each) => each.type === type);
  const sum = (count: 'conversations' | 'deals' | 'contracts' | 'projects' | 'activities') =>
    chosen.reduce((total, subject) => total + subject[count], 0);
  const clients = of('clients');
  const renamed = clients.filter(({ deals, contracts }) => deals + contracts > 0).length;
  return {
    contacts: of('contacts').length,
    conversations: sum('conversations'),
    clients: clients.length - renamed,
    renamed,
    users: of('users').length,
    deals: sum('deals'),
    contracts: sum('contracts'),
    projects: sum('projects'),
    activities: sum('activities'),
  };
}
