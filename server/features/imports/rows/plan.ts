import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { yielder } from '#server/platform/yielding.ts';
import { corporate, personal } from '../../crm/clients/table.ts';
import { bareTaxId } from '../../crm/clients/tax-ids.ts';
import { findErased, type ImportedIdentifiers } from '../../privacy/erased-identifiers.ts';
import { isStartAfterDue } from '../../work/tasks/table.ts';
import { fold } from '../reading/fold.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { readYesNo } from '../reading/values.ts';
import { importedTables, linkedResources } from './imported-tables.ts';
import type { CellComment } from './json-cells.ts';
import {
  byExternalId,
  byId,
  byTaxId,
  clientsByEmail,
  clientsByPhone,
  contactsByPhone,
  lockedRecords,
  namedRecords,
  readRecords,
  survivorsOf,
} from './lookups.ts';
import { MatchedTasks, type NewColumn } from './matched-tasks.ts';
import { phoneKey, phoneSpellings } from './phone-keys.ts';
import type { RowChoices } from './row-choices.ts';
import { problem, type RowProblem } from './row-problem.ts';
import {
  completeNotes,
  type Draft,
  type NamedLink,
  partsOfCell,
  type RowDraft,
} from './row-reader.ts';
import type { MatchKey, RowOutcome } from './schemas.ts';
import type { SeenKeys } from './seen-keys.ts';

/*
 * Decides what happens to each row of a batch: matches and links are looked up for all rows at once, then each row is decided in the order of the file.
 * A check and a run decide in the same way; the check only counts.
 */

/** Source of the ids of rows without any: a hash of their values. */
export const rowSource = 'row';
/** Source of ids in the Pauta that a record came from. */
export const pautaSource = 'pauta';
/** Kinds of keys that are kept under one source. */
const externalSources: Readonly<Record<string, string>> = { id: pautaSource, row: rowSource };

/** A record to create. */
export interface PlannedCreate {
  readonly draft: Draft;
  readonly id: string;
  readonly values: Record<string, unknown>;
}

/** A record to change. */
export interface PlannedUpdate {
  readonly draft: Draft;
  readonly id: string;
  readonly values: Record<string, unknown>;
  readonly before: Record<string, unknown>;
  readonly isRestored: boolean;
  /** The column of a task that its board lacks. */
  readonly column?: NewColumn | undefined;
}

export interface PlannedRow {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly outcome: RowOutcome;
  readonly problems: readonly RowProblem[];
  readonly creates: readonly PlannedCreate[];
  readonly updates: readonly PlannedUpdate[];
  /** Records that were already as the row has them. */
  readonly unchanged: readonly ImportedResource[];
  /** Ids of other products to keep. */
  readonly externalIds: readonly {
    readonly resource: ImportedResource;
    readonly source: string;
    readonly key: string;
    readonly id: string;
  }[];
  readonly comments: readonly { readonly task: string; readonly comment: CellComment }[];
  /** Keys of its records, which later rows repeat or link to. */
  readonly marks: readonly string[];
}

/** Everything on which plans depend. */
export interface Planner {
  readonly choices: RowChoices;
  readonly members: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string;
  }[];
  readonly phases: {
    readonly listed: readonly string[];
    readonly won: readonly string[];
    readonly lost: readonly string[];
  };
  /** Keys of records of earlier rows → the line of the row. */
  readonly seen: SeenKeys;
  /** Squads of the team, by their folded names. */
  readonly squads: ReadonlyMap<string, string>;
  /** Keys of the hashes by which erased persons are refused. */
  readonly secrets: Secrets;
  /** True if records are stored: they are locked, and later batches find them in the database. */
  readonly isApplied: boolean;
}

interface Existing {
  readonly id: string;
  readonly data: Record<string, unknown>;
  readonly isInactive: boolean;
}

type KeyKind = MatchKey | 'row' | 'name';

/** Keys by which a draft may be found. */
interface DraftKey {
  readonly kind: KeyKind;
  readonly key: string;
  readonly source?: string;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Keys of a draft, strongest first. */
function keysOf(draft: Draft, { choices }: Planner, isPrimary: boolean): DraftKey[] {
  const { resource, values } = draft;
  const keys: DraftKey[] = [];
  if (draft.id !== null && isUuid(draft.id)) keys.push({ kind: 'id', key: draft.id.toLowerCase() });
  if (draft.externalId !== null)
    keys.push({ kind: 'external_id', key: draft.externalId, source: choices.source });
  if (resource === 'clients') {
    const document = textIn(values.cpf) ?? textIn(values.cnpj);
    if (document !== undefined) keys.push({ kind: 'document', key: bareTaxId(document) });
    for (const field of ['phone', 'mobile_phone', 'msgapp']) {
      const phone = textIn(values[field]);
      if (phone !== undefined && phoneKey(phone) !== undefined)
        keys.push({ kind: 'phone', key: phone });
    }
    const email = textIn(values.email);
    if (email !== undefined) keys.push({ kind: 'email', key: email });
  }
  if (resource === 'contacts') {
    const phone = textIn(values.phone);
    if (phone !== undefined) keys.push({ kind: 'phone', key: phone });
  }
  const name = textIn(values[importedTables[resource].name]);
  if (!isPrimary && name !== undefined && namedRecords[resource])
    keys.push({ kind: 'name', key: name });
  return keys;
}

/** Keys that a record has alone. */
const isUnique = (resource: ImportedResource, kind: KeyKind) =>
  kind === 'document' || (kind === 'phone' && resource === 'contacts');

/** Keys that two rows of a file cannot have both. Names are those of linked records only. */
const isRepeatable = (
  { draft, chosen }: Pick<Keyed, 'draft' | 'chosen'>,
  key: DraftKey,
  { choices }: Planner,
): boolean =>
  chosen.includes(key) ||
  isUnique(draft.resource, key.kind) ||
  key.kind === 'name' ||
  (choices.match_by[draft.key] !== null && (key.kind === 'id' || key.kind === 'external_id'));

/** The keys by which a draft is looked up. */
function chosenKeys(
  draft: Draft,
  keys: readonly DraftKey[],
  { choices }: Planner,
): readonly DraftKey[] {
  const chosen = choices.match_by[draft.key];
  if (chosen === null) return [];
  const some = keys.filter(({ kind }) => kind === chosen);
  if (some.length > 0) return some;
  // A row without the chosen key is found by the first one that it has, so that the same file finds it again.
  const order: readonly KeyKind[] = ['id', 'external_id', 'document'];
  const first =
    order.find((kind) => keys.some((key) => key.kind === kind)) ??
    (draft.resource === 'contacts' ? 'phone' : undefined) ??
    (['row', 'name'] as const).find((kind) => keys.some((key) => key.kind === kind));
  return keys.filter(({ kind }) => kind === first);
}

/** Mark of a record that a row is about, whatever its keys are. */
export const recordMark = (resource: string, id: string) => `${resource}|record||${id}`;

const lookupKey = (resource: string, { kind, key, source = '' }: DraftKey) =>
  `${resource}|${kind}|${source}|${
    kind === 'phone'
      ? (phoneKey(key) ?? key)
      : kind === 'name' || kind === 'email'
        ? fold(key)
        : key
  }`;

/** Records that the database has for the keys of a batch. */
class Matches {
  readonly tasks = new MatchedTasks();
  readonly #ids = new Map<string, Set<string>>();
  readonly #records = new Map<string, Existing>();

  /** Ids of the records with a key. Deleted ones, whose external ids may be left, are none. */
  of(resource: string, key: DraftKey): readonly string[] {
    const ids = this.#ids.get(lookupKey(resource, key)) ?? [];
    return [...ids].filter((id) => this.#records.has(id));
  }

  add(resource: string, key: DraftKey, id: string): void {
    const at = lookupKey(resource, key);
    const ids = this.#ids.get(at) ?? new Set<string>();
    ids.add(id);
    this.#ids.set(at, ids);
  }

  /** Replaces a contact by the one into which it was merged. */
  replace(id: string, survivor: string): void {
    for (const ids of this.#ids.values()) if (ids.delete(id)) ids.add(survivor);
  }

  record(id: string): Existing | undefined {
    return this.#records.get(id);
  }

  addRecord(record: Existing): void {
    this.#records.set(record.id, record);
  }

  get ids(): readonly (readonly [resource: string, id: string])[] {
    return [...this.#ids].flatMap(([key, ids]) =>
      [...ids].map((id) => [key.slice(0, key.indexOf('|')), id] as const),
    );
  }
}

/** Hash of the values of a draft: its identity, if the file has no other one. */
const contentOf = ({ resource, values, named, place, moments }: Draft) =>
  JSON.stringify([
    resource,
    Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    named.map(({ field, cell }) => [field, cell]),
    place,
    moments,
  ]);

/** Adds the key of a row whose primary record has no other identity. Counts equal rows, so it is called once for each row, in their order. */
export function withRowKey(
  draft: Draft,
  hash: (text: string) => string,
  counts: SeenKeys,
): DraftKey {
  const content = hash(contentOf(draft));
  const nth = (counts.get(content) ?? 0) + 1;
  counts.set(content, nth);
  return { kind: 'row', key: nth === 1 ? content : `${content} ${nth}`, source: rowSource };
}

/** A draft with the keys by which it is looked up. */
interface Keyed {
  readonly draft: Draft;
  readonly isPrimary: boolean;
  readonly keys: readonly DraftKey[];
  readonly chosen: readonly DraftKey[];
}

/** A row with the keys of its drafts. */
export interface KeyedRow {
  readonly n: number;
  readonly row: RowDraft;
  readonly keyed: readonly Keyed[];
  /** Keys of its records that later rows must not repeat. */
  readonly marks: readonly string[];
}

/** Determines the keys of a row. @param rowKey makes the key of a record without an identity */
export function keyedRow(
  n: number,
  row: RowDraft,
  planner: Planner,
  rowKey: (draft: Draft) => DraftKey,
): KeyedRow {
  const { choices } = planner;
  const primary =
    row.drafts.find(({ key }) => key === choices.primary)?.key ?? row.drafts.at(-1)?.key;
  const keyed = row.drafts.map((draft): Keyed => {
    const isPrimary = draft.key === primary;
    const keys = keysOf(draft, planner, isPrimary);
    const hasIdentity =
      choices.match_by[draft.key] === null ||
      keys.some(
        ({ kind }) => kind === 'id' || kind === 'external_id' || isUnique(draft.resource, kind),
      ) ||
      keys.some(({ kind }) => kind === choices.match_by[draft.key]);
    if (isPrimary && !hasIdentity) keys.push(rowKey(draft));
    return { draft, isPrimary, keys, chosen: chosenKeys(draft, keys, planner) };
  });
  const marks = keyed.flatMap((each) =>
    each.keys
      .filter((key) => isRepeatable(each, key, planner))
      .map((key) => lookupKey(each.draft.resource, key)),
  );
  return { n, row, keyed, marks };
}

/** Looks up all records that a batch names. */
async function lookUp(db: TeamDb, rows: readonly KeyedRow[], planner: Planner): Promise<Matches> {
  const matches = new Matches();
  const wanted = new Map<string, { resource: ImportedResource; keys: Map<string, DraftKey> }>();
  const want = (resource: ImportedResource, key: DraftKey) => {
    const at = `${resource}|${key.kind}|${key.source ?? ''}`;
    const group = wanted.get(at) ?? { resource, keys: new Map<string, DraftKey>() };
    group.keys.set(key.key, key);
    wanted.set(at, group);
  };
  const { source } = planner.choices;
  for (const { keyed } of rows)
    for (const { draft, keys, chosen } of keyed) {
      for (const key of keys)
        if (key.kind !== 'email' && key.kind !== 'phone' && key.kind !== 'name')
          want(draft.resource, key);
        else if (chosen.includes(key) || isUnique(draft.resource, key.kind))
          want(draft.resource, key);
      for (const link of draft.named)
        for (const key of linkKeys(link, source)) want(link.resource, key);
    }
  for (const { resource, keys } of wanted.values()) {
    const [first] = keys.values();
    if (!first) continue;
    const list = [...keys.keys()];
    const add = (rowsOf: readonly { readonly key?: unknown; readonly id?: unknown }[]) => {
      for (const { key, id } of rowsOf) {
        const made = keys.get(String(key));
        if (made) matches.add(resource, made, String(id));
      }
    };
    switch (first.kind) {
      case 'id': {
        add(await db.run(byId[resource], { keys: list }));
        add(await db.run(byExternalId, { resource, source: pautaSource, keys: list }));
        break;
      }
      case 'external_id':
      case 'row':
        add(await db.run(byExternalId, { resource, source: first.source, keys: list }));
        break;
      case 'document': {
        const cpfs = list.filter((key) => key.length === 11);
        const cnpjs = list.filter((key) => key.length !== 11);
        if (cpfs.length > 0) add(await db.run(byTaxId.cpf, { keys: cpfs }));
        if (cnpjs.length > 0) add(await db.run(byTaxId.cnpj, { keys: cnpjs }));
        break;
      }
      case 'phone': {
        if (resource === 'contacts')
          for (const { key, id } of await db.run(contactsByPhone, {
            keys: list.flatMap(phoneSpellings),
          }))
            matches.add(resource, { kind: 'phone', key: String(key) }, String(id));
        else add(await db.run(clientsByPhone, { keys: list }));
        break;
      }
      case 'email':
        add(await db.run(clientsByEmail, { keys: list }));
        break;
      case 'name': {
        const statement = namedRecords[resource];
        if (statement) add(await db.run(statement, { keys: list }));
        break;
      }
    }
  }
  const statements = planner.isApplied ? lockedRecords : readRecords;
  const load = async (resource: string, ids: readonly string[]) => {
    for (const row of await db.run(statements[resource as ImportedResource], { keys: [...ids] }))
      matches.addRecord({
        id: String(row.id),
        data: JSON.parse(String(row.data)) as Record<string, unknown>,
        isInactive: row.is_inactive === true,
      });
  };
  const ids = new Map<string, Set<string>>();
  for (const [resource, id] of matches.ids)
    ids.set(resource, (ids.get(resource) ?? new Set()).add(id));
  for (const [resource, some] of ids) await load(resource, [...some]);
  const absent = [...(ids.get('contacts') ?? [])].filter((id) => !matches.record(id));
  const merged = absent.length === 0 ? [] : await db.run(survivorsOf, { ids: absent });
  for (const { id, survivor } of merged) matches.replace(String(id), String(survivor));
  if (merged.length > 0)
    await load('contacts', [...new Set(merged.map(({ survivor }) => String(survivor)))]);
  const drafts = rows.flatMap(({ keyed }) => keyed.map(({ draft }) => draft));
  const tasks = [...(ids.get('tasks') ?? [])].filter((id) => matches.record(id));
  if (drafts.some(({ resource, place }) => resource === 'tasks' && place !== null)) {
    const boards = new Set(tasks.map((id) => String(matches.record(id)?.data.pipeline_id)));
    await matches.tasks.loadBoards(db, [...boards]);
  }
  if (drafts.some(({ comments }) => comments.length > 0))
    await matches.tasks.loadComments(db, tasks);
  return matches;
}

/** Keys of a link that a cell names. */
const linkKeys = ({ isId, cell }: NamedLink, source: string): DraftKey[] =>
  isId
    ? isUuid(cell)
      ? [{ kind: 'id', key: cell.toLowerCase() }]
      : [{ kind: 'external_id', key: cell, source }]
    : [{ kind: 'name', key: cell }];

const isBlankValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

const taxIds = new Set(['cpf', 'cnpj']);

/** True if a stored value equals that of the row. */
export function isSame(name: string, stored: unknown, value: unknown): boolean {
  if (taxIds.has(name) && typeof stored === 'string' && typeof value === 'string')
    return bareTaxId(stored) === bareTaxId(value);
  if (isBlankValue(stored) && isBlankValue(value)) return true;
  return JSON.stringify(stored) === JSON.stringify(value);
}

/** Fields that no update sets. */
const neverUpdated = new Set(['project_id', 'pipeline_id', 'column', 'slug', 'position']);

/** Plans a batch of rows, in their order. */
export async function planBatch(
  db: TeamDb,
  rows: readonly KeyedRow[],
  planner: Planner,
): Promise<PlannedRow[]> {
  const erased = await findErased(db, planner.secrets, rows.map(identifiersOf));
  const planned = rows.filter((_, i) => erased[i] !== true);
  const matches = await lookUp(db, planned, planner);
  const batch = new BatchPlan(planner, matches);
  const plans: PlannedRow[] = [];
  const pause = yielder();
  for (const [i, row] of rows.entries()) {
    await pause();
    plans.push(erased[i] === true ? refusedAsErased(row) : batch.plan(row));
  }
  return plans;
}

/** Identifiers of the persons in a row. */
function identifiersOf({ row: { drafts } }: KeyedRow): ImportedIdentifiers {
  const texts = (...fields: string[]) =>
    drafts
      .filter(({ resource }) => resource === 'clients' || resource === 'contacts')
      .flatMap(({ values }) => fields.flatMap((field) => textIn(values[field]) ?? []));
  return {
    phone: texts('phone', 'mobile_phone', 'msgapp'),
    email: texts('email'),
    tax_id: texts('cpf'),
  };
}

/** Refuses a row of an erased person; its cells and problems would be kept with the person's data. */
const refusedAsErased = ({ n, row: { line } }: KeyedRow): PlannedRow => ({
  ...{ n, line, cells: [], outcome: 'refused', problems: [problem('erased')] },
  ...{ creates: [], updates: [], unchanged: [], externalIds: [], comments: [], marks: [] },
});

class BatchPlan {
  readonly #planner: Planner;
  readonly #matches: Matches;
  /** Records of earlier rows of the batch, by their keys. */
  readonly #made = new Map<string, string>();
  /** Keys of earlier rows of the batch → their line. */
  readonly #lines = new Map<string, number>();
  /** Records that the current row makes because it names them. */
  #linkedMade = new Map<string, string>();

  constructor(planner: Planner, matches: Matches) {
    this.#planner = planner;
    this.#matches = matches;
  }

  #lineOf(key: string): number | undefined {
    return this.#lines.get(key) ?? this.#planner.seen.get(key);
  }

  plan({ n, row, keyed, marks }: KeyedRow): PlannedRow {
    const problems: RowProblem[] = [...row.problems];
    const plan = {
      ...{ creates: [] as PlannedCreate[], updates: [] as PlannedUpdate[] },
      ...{
        unchanged: [] as ImportedResource[],
        externalIds: [] as PlannedRow['externalIds'][number][],
      },
      comments: [] as PlannedRow['comments'][number][],
    };
    const ids = new Map<string, string | null>();
    let isInTrash = false;
    const result = (outcome: RowOutcome): PlannedRow => ({
      ...{ n, line: row.line, cells: row.cells, outcome, problems },
      ...(outcome === 'refused' || outcome === 'in_trash'
        ? { creates: [], updates: [], unchanged: [], externalIds: [], comments: [], marks: [] }
        : { ...plan, marks: [...marks, ...this.#linkedMade.keys(), ...matched] }),
    });
    let matched: readonly string[] = [];
    this.#linkedMade = new Map();
    const isRefused = () => problems.some(({ is_refusal }) => is_refusal);
    if (isRefused()) return result('refused');
    for (const each of keyed) {
      const trashed = this.#planRecord(each, ids, plan, problems);
      if (isRefused()) return result('refused');
      isInTrash ||= trashed;
    }
    if (isInTrash) return result('in_trash');
    for (const mark of marks) if (!this.#lines.has(mark)) this.#lines.set(mark, row.line);
    for (const { draft, keys } of keyed) {
      const id = ids.get(draft.key);
      if (id === undefined || id === null) continue;
      for (const key of keys) this.#made.set(lookupKey(draft.resource, key), id);
    }
    for (const [key, id] of this.#linkedMade) {
      this.#made.set(key, id);
      this.#lines.set(key, row.line);
    }
    for (const { draft, id } of plan.creates)
      if (draft.id !== null && !ids.has(draft.key))
        plan.externalIds.push({
          ...{ resource: draft.resource, source: pautaSource, key: draft.id, id },
        });
    matched = keyed.flatMap(({ draft }) => {
      const id = ids.get(draft.key);
      return id !== undefined && id !== null && this.#matches.record(id)
        ? [recordMark(draft.resource, id)]
        : [];
    });
    for (const mark of matched) if (!this.#lines.has(mark)) this.#lines.set(mark, row.line);
    const outcome: RowOutcome =
      plan.creates.length > 0 ? 'created' : plan.updates.length > 0 ? 'updated' : 'unchanged';
    return result(outcome);
  }

  /** Plans one record. @returns true if the row must be left alone because its record is inactive */
  #planRecord(
    { draft, isPrimary, keys, chosen }: Keyed,
    ids: Map<string, string | null>,
    plan: {
      readonly creates: PlannedCreate[];
      readonly updates: PlannedUpdate[];
      readonly unchanged: ImportedResource[];
      readonly externalIds: PlannedRow['externalIds'][number][];
      readonly comments: PlannedRow['comments'][number][];
    },
    problems: RowProblem[],
  ): boolean {
    const { choices } = this.#planner;
    const { resource } = draft;
    const refuse = (code: RowProblem['code'], field: string | null, values: object = {}) =>
      problems.push(
        problem(code, {
          ...{
            record: draft.key,
            field,
            column: field === null ? null : (draft.columns[field] ?? null),
          },
          values: { ...values },
        }),
      );
    if (draft.id !== null && !isUuid(draft.id)) {
      refuse('not_an_id', 'id');
      return false;
    }
    // Records of earlier rows: a repetition, or a link to the same client again.
    const marked = keys.filter((key) => isRepeatable({ draft, chosen }, key, this.#planner));
    for (const key of marked) {
      const at = lookupKey(resource, key);
      const line = this.#lineOf(at);
      if (line === undefined) continue;
      if (isPrimary) {
        refuse('repeated', fieldOf(key.kind), { line });
        return false;
      }
      const made = this.#made.get(at) ?? this.#matches.of(resource, key)[0];
      ids.set(draft.key, made ?? null);
      plan.unchanged.push(resource);
      return false;
    }
    const match = this.#matchOf(draft, keys, chosen, refuse);
    if (match === 'refused') return false;
    // An earlier row is about the same record, by another key: the first one wins.
    const earlier = match && this.#lineOf(recordMark(resource, match.id));
    if (match && earlier !== undefined) {
      if (isPrimary) {
        refuse('repeated', null, { line: earlier });
        return false;
      }
      ids.set(draft.key, match.id);
      plan.unchanged.push(resource);
      return false;
    }
    const values = this.#linked(draft, ids, problems, plan.creates);
    if (values === undefined) return false;
    const remember = (id: string) => {
      ids.set(draft.key, id);
      for (const key of keys) {
        const source = externalSources[key.kind] ?? key.source;
        if (source === undefined || (key.kind === 'id' && key.key === id)) continue;
        if (this.#isOfAnother(resource, key, id)) continue;
        plan.externalIds.push({ resource, source, key: key.key, id });
      }
    };
    if (match) {
      const wantsInactive =
        draft.isArchived || values.status === 'inactive' || values.status === 'arquivado';
      if (match.isInactive && !wantsInactive) {
        if (choices.on_inactive === 'skip') {
          ids.set(draft.key, match.id);
          if (isPrimary) return true;
          plan.unchanged.push(resource);
          return false;
        }
        if (choices.on_inactive === 'create_new') {
          if (keys.some(({ kind }) => isUnique(resource, kind))) refuse('exists', 'phone');
          else this.#create(draft, values, remember, plan, refuse);
          return false;
        }
      }
      const isRestored = match.isInactive && !wantsInactive;
      const changes = this.#changes(draft, values, match, isRestored, refuse);
      if (changes === undefined) return false;
      remember(match.id);
      if (choices.on_match !== 'skip')
        for (const comment of this.#matches.tasks.newComments(match.id, draft.comments))
          plan.comments.push({ task: match.id, comment });
      if (Object.keys(changes.values).length === 0 && !isRestored) {
        plan.unchanged.push(resource);
        return false;
      }
      plan.updates.push({ draft, id: match.id, ...changes, isRestored });
      return false;
    }
    if (
      !isPrimary &&
      !choices.create_linked &&
      (resource === 'clients' || resource === 'projects')
    ) {
      const name = textIn(values.name) ?? '';
      ids.set(draft.key, null);
      draft.lines.push(name);
      return false;
    }
    this.#create(draft, values, remember, plan, refuse);
    return false;
  }

  #create(
    draft: Draft,
    values: Record<string, unknown>,
    remember: (id: string) => void,
    plan: {
      readonly creates: PlannedCreate[];
      readonly comments: PlannedRow['comments'][number][];
    },
    refuse: (code: RowProblem['code'], field: string | null, values?: object) => unknown,
  ): void {
    const { input } = importedTables[draft.resource];
    const missing = input.accepts.filter(
      (name) => input.of.fields[name]?.required && isBlankValue(values[name]),
    );
    for (const field of missing) refuse('missing', field, { field });
    if (missing.length > 0) return;
    if (draft.resource === 'tasks' && isStartAfterDue(values)) {
      refuse('field_conflicting', 'start_date');
      return;
    }
    const id = uuidv7();
    remember(id);
    plan.creates.push({ draft, id, values });
    for (const comment of draft.comments) plan.comments.push({ task: id, comment });
  }

  /** True if another record has a key and retains it: an active one, or an inactive one whose rows are left out. */
  #isOfAnother(resource: ImportedResource, key: DraftKey, id: string): boolean {
    const isLeftOut = this.#planner.choices.on_inactive === 'skip';
    return this.#matches
      .of(resource, key)
      .some((each) => each !== id && (isLeftOut || !this.#matches.record(each)?.isInactive));
  }

  /** The record that matches a draft; undefined if none does. An active one is preferred. */
  #matchOf(
    { resource, key: record }: Draft,
    keys: readonly DraftKey[],
    chosen: readonly DraftKey[],
    refuse: (code: RowProblem['code'], field: string | null, values?: object) => unknown,
  ): Existing | 'refused' | undefined {
    const present = (key: DraftKey) =>
      this.#matches.of(resource, key).flatMap((id) => this.#matches.record(id) ?? []);
    const hits = new Map<string, Existing>();
    for (const key of chosen) for (const each of present(key)) hits.set(each.id, each);
    const active = [...hits.values()].filter(({ isInactive }) => !isInactive);
    if (active.length === 1)
      for (const { id, isInactive } of [...hits.values()]) if (isInactive) hits.delete(id);
    if (hits.size > 1) {
      refuse('ambiguous', fieldOf(chosen[0]?.kind), { count: hits.size });
      return 'refused';
    }
    const unique = keys.filter(({ kind }) => isUnique(resource, kind));
    for (const key of unique)
      for (const each of present(key)) {
        if (this.#planner.choices.match_by[record] === null) {
          refuse('exists', fieldOf(key.kind));
          return 'refused';
        }
        hits.set(each.id, each);
      }
    if (hits.size > 1) {
      refuse('matches_several', fieldOf(chosen[0]?.kind));
      return 'refused';
    }
    return [...hits.values()][0];
  }

  /** Values with links and members; undefined if a link is refused. */
  #linked(
    draft: Draft,
    ids: ReadonlyMap<string, string | null>,
    problems: RowProblem[],
    creates: PlannedCreate[],
  ): Record<string, unknown> | undefined {
    const { choices, members, phases } = this.#planner;
    const { resource, ofRow, named } = draft;
    const values: Record<string, unknown> = { ...draft.values };
    const note = (code: RowProblem['code'], field: string, column: number | null, value: string) =>
      problems.push(problem(code, { record: draft.key, field, column, value, is_refusal: false }));
    for (const [field, key] of Object.entries(ofRow)) {
      const id = ids.get(key);
      if (id !== undefined && id !== null) values[field] = id;
      // In a check, records of earlier rows have no ids.
      else if (id === null && choices.create_linked) values[field] = undecidedId;
    }
    for (const link of named) {
      if (values[link.field] !== undefined) continue;
      const target = this.#target(link);
      if (target === 'ambiguous') {
        problems.push(
          problem('ambiguous', {
            ...{ record: draft.key, field: link.field, column: link.column, value: link.cell },
            values: { count: 2 },
          }),
        );
        return undefined;
      }
      if (target !== undefined) {
        values[link.field] = target;
        continue;
      }
      // The name of the same link follows.
      if (link.isId && named.some(({ field, isId }) => field === link.field && !isId)) continue;
      if (choices.create_linked && !link.isId && isMadeByName(link.resource)) {
        const made = this.#makeNamed(draft, link);
        const sibling = named.find(({ field, isId }) => field === link.field && isId);
        if (sibling && isUuid(sibling.cell)) made.draft.id = sibling.cell.toLowerCase();
        creates.push(made);
        values[link.field] = made.id;
        continue;
      }
      if (importedTables[resource].table.fields[link.field]?.required) {
        problems.push(
          problem('link_missing', {
            ...{ record: draft.key, field: link.field, column: link.column, value: link.cell },
            values: { name: link.cell.slice(0, 100) },
          }),
        );
        return undefined;
      }
      draft.lines.push(`${labels[link.resource] ?? link.field}: ${link.cell}`);
      note('kept_in_notes', link.field, link.column, link.cell);
    }
    const project = linkedResources[resource].project_id;
    if (project !== undefined && values.project_id === undefined && choices.project_id !== null)
      values.project_id = choices.project_id;
    const assigned = new Map<string, string[]>();
    for (const { field, column, cell } of draft.members)
      for (const part of partsOfCell(cell)) {
        const wanted = fold(part);
        const member = members.find(
          ({ name, email }) => fold(name) === wanted || email.toLowerCase() === wanted,
        );
        if (member) {
          const list = assigned.get(field) ?? [];
          if (!list.includes(member.id)) list.push(member.id);
          assigned.set(field, list);
        } else if (!isKnownElsewhere(draft, field, part)) {
          draft.lines.push(`${labels[field] ?? field}: ${part}`);
          note('member_missing', field, column, part);
        }
      }
    for (const [field, list] of assigned) values[field] = field === 'assignee_ids' ? list : list[0];
    const { squad_name: squad } = draft.exported;
    if (squad !== undefined) {
      const id = this.#planner.squads.get(fold(squad));
      if (id !== undefined) values.squad_id = id;
      else draft.lines.push(`Squad: ${squad}`);
    }
    if (resource === 'deals') setPhase(draft, values, phases);
    if (resource === 'tasks') setCompletion(draft, values);
    if (draft.lines.length > 0) {
      const holder = { ...draft, values, lines: draft.lines };
      completeNotes(holder, problems);
    }
    return values;
  }

  /** Plans a record of which a row has only the name. */
  #makeNamed({ key }: Draft, { resource, field, cell }: NamedLink): PlannedCreate {
    const name = cell.slice(0, 255).trim();
    const values = resource === 'clients' ? { name, type: 'PJ' } : { name };
    const id = uuidv7();
    this.#linkedMade.set(lookupKey(resource, { kind: 'name', key: cell }), id);
    return { draft: { ...emptyDraft(`${key}.${field}`, resource), values }, id, values };
  }

  /** The id of a linked record; undefined if there is none. */
  #target(link: NamedLink): string | 'ambiguous' | undefined {
    const keys = linkKeys(link, this.#planner.choices.source);
    const ids = new Set<string>();
    for (const key of keys) {
      const at = lookupKey(link.resource, key);
      const made = this.#made.get(at) ?? this.#linkedMade.get(at);
      if (made !== undefined) return made;
      for (const id of this.#matches.of(link.resource, key)) ids.add(id);
    }
    if (ids.size > 1) return 'ambiguous';
    const [id] = ids;
    if (id !== undefined) return id;
    // In a check, a record of an earlier row has no id.
    return keys.some((key) => this.#lineOf(lookupKey(link.resource, key)) !== undefined)
      ? undecidedId
      : undefined;
  }

  /** The fields that a row changes; undefined if the row is refused. */
  #changes(
    draft: Draft,
    values: Record<string, unknown>,
    { data }: Existing,
    isRestored: boolean,
    refuse: (code: RowProblem['code'], field: string | null, values?: object) => unknown,
  ): Pick<PlannedUpdate, 'values' | 'before' | 'column'> | undefined {
    const { on_match: onMatch } = this.#planner.choices;
    const { inputs } = importedTables[draft.resource];
    const changed: Record<string, unknown> = {};
    const before: Record<string, unknown> = {};
    const isAllowed = (name: string) =>
      inputs.update.accepts.includes(name) && !neverUpdated.has(name);
    if (onMatch !== 'skip' || isRestored)
      for (const [name, value] of Object.entries(values)) {
        if (!isAllowed(name) || isBlankValue(value)) continue;
        // The type of a client is only a guess if no column has it.
        if (name === 'type' && draft.columns.type === undefined) continue;
        const stored = data[name];
        if (isSame(name, stored, value)) continue;
        if (onMatch === 'fill_blanks' && !isBlankValue(stored)) continue;
        if (onMatch === 'skip') continue;
        changed[name] = value;
        before[name] = stored ?? null;
      }
    if (isRestored && draft.resource !== 'tasks') {
      const active = draft.resource === 'clients' ? 'active' : 'ativo';
      before.status = data.status ?? null;
      changed.status = active;
    }
    if (draft.resource === 'clients') {
      const type = changed.type ?? data.type;
      const wrong = (type === 'PF' ? corporate : personal).find(
        (name) => changed[name] !== undefined,
      );
      if (wrong !== undefined) {
        refuse('other_client_type', wrong);
        return undefined;
      }
    }
    const setsDates = changed.start_date !== undefined || changed.due_date !== undefined;
    if (draft.resource === 'tasks' && setsDates && isStartAfterDue({ ...data, ...changed })) {
      refuse('field_conflicting', 'start_date');
      return undefined;
    }
    if (draft.resource !== 'tasks' || onMatch !== 'overwrite') return { values: changed, before };
    const target = this.#matches.tasks.target(data, draft);
    if (!target) return { values: changed, before };
    const { to, from, made } = target;
    before.column = data.column;
    changed.column = to.slug;
    // Entering a column that completes tasks, or leaving one, as a move on the board does.
    if (changed.completed_at === undefined && to.is_finishing !== (from?.is_finishing ?? false)) {
      before.completed_at = data.completed_at ?? null;
      changed.completed_at = to.is_finishing
        ? (data.completed_at ?? new Date().toISOString())
        : null;
    }
    return { values: changed, before, column: made };
  }
}

const isMadeByName = (resource: ImportedResource) =>
  resource === 'clients' || resource === 'projects';

/** A draft without values. */
const emptyDraft = (key: string, resource: ImportedResource): Draft => ({
  ...{ key, resource, values: {}, ofRow: {}, named: [], members: [], id: null, externalId: null },
  ...{ moments: {}, lines: [], place: null, outcome: null, isArchived: false, comments: [] },
  ...{ exported: {}, columns: {} },
});

/** An id in the place of one that only applying the import decides. */
const undecidedId = '00000000-0000-4000-8000-000000000000';

/** Labels of what is kept in notes. */
const labels: Readonly<Record<string, string>> = {
  clients: 'Cliente',
  projects: 'Projeto',
  deals: 'Negócio',
  assignee_ids: 'Responsável',
  reporter_id: 'Quem pediu',
  responsible_id: 'Responsável',
  assigned_to: 'Responsável',
};

const fieldOf = (kind: KeyKind | undefined): string | null =>
  kind === undefined || kind === 'row' ? null : kind;

/** True if a person has a second column, such as the e-mail address next to the name, that names a member. */
const isKnownElsewhere = ({ members }: Draft, field: string, part: string) =>
  members.some(
    (each) =>
      each.field === field && each.cell !== part && each.cell.includes('@') !== part.includes('@'),
  ) && part.includes('@');

/** Chooses the phase of a deal by its name and its outcome. */
function setPhase(
  { place, outcome }: Draft,
  values: Record<string, unknown>,
  { listed, won, lost }: Planner['phases'],
): void {
  const listedPhase = (name: string) => listed.find((phase) => fold(phase) === fold(name));
  if (place !== null) values.phase = listedPhase(place) ?? place.slice(0, 64);
  if (outcome === 'won' || outcome === 'lost') {
    const ends = outcome === 'won' ? won : lost;
    const isEnd = typeof values.phase === 'string' && ends.includes(values.phase);
    if (!isEnd) values.phase = ends[0] ?? (outcome === 'won' ? 'ganho' : 'perdido');
  }
}

/** Completes a task that the row says is done. */
function setCompletion({ moments }: Draft, values: Record<string, unknown>): void {
  if (moments.is_completed !== 'true' || values.completed_at !== undefined) return;
  const at = moments.updated_at ?? moments.created_at;
  if (at !== undefined) values.completed_at = at;
}

/** True for a cell that says yes. */
export const isYes = (cell: string) => readYesNo(cell).value === true;
