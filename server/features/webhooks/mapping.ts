import { LRUCache } from 'lru-cache';
import { invalid } from '../../platform/errors.ts';
import { readJson, TooMuch } from '../../platform/json.ts';
import {
  fillingOf,
  hasStrayBraces,
  lookAt,
  newRoom,
  openingsIn,
  type Room,
  TooLong,
  takeValues,
  tidied,
  written,
} from '../../platform/templates.ts';
import { quoted } from '../../records/input.ts';
import type { Values } from '../../records/verbs.ts';
import { taskInputs } from '../work/tasks/table.ts';

/*
 * An endpoint's field_mapping: task field → path in the payload, {{template}} or constant. It is read once, and what is read is
 * kept for the calls that follow; a call only looks up and fills, in a moment whatever the mapping and the payload are.
 */

/** The fields of a task that the endpoint itself gives. */
const placed = ['pipeline_id', 'column'];

/** What makes the value of one field of a payload. @throws TooLong */
type Source = (payload: Values, room: Room) => unknown;

/** A mapping that was read. */
export interface Mapping {
  /** What is wrong with it, whatever comes in. */
  readonly problems: readonly string[];
  readonly sources: ReadonlyMap<string, Source>;
}

/** A mapping is stored in at most 64 kB; one from before that bound may be longer. */
const mostCharacters = 131_072;
const mostTemplates = 200;

const {
  of: { fields },
  accepts,
} = taskInputs.create;

const typeOf = (field: string) => (fields[field]?.schema as Values | undefined)?.type;

/**
 * A value as a field of this kind takes it: forms send texts for numbers, and empty ones for what was not
 * filled in.
 * @throws TooLong
 */
function fitted(type: unknown, value: unknown, room: Room): unknown {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
  if (type === 'string' && typeof value !== 'string') return written(value, room);
  if (type === 'number' && typeof value === 'string') return Number(value);
  if (type !== 'array') return value;
  takeValues(value, room);
  return tidied(Array.isArray(value) ? value : [value]).map((entry) =>
    typeof entry === 'number' || typeof entry === 'boolean' ? String(entry) : entry,
  );
}

/** What a source says itself: `{"value": …}`, as texts are paths. */
const isConstant = (source: unknown): source is { readonly value: unknown } =>
  typeof source === 'object' && source !== null && Object.keys(source).join() === 'value';

/** @returns why the source is none, as a text */
function readSource(field: string, source: unknown): Source | string {
  const type = typeOf(field);
  const constant = (value: unknown): Source => {
    const made = fitted(type, value, newRoom(mostMade));
    return () => made;
  };
  if (isConstant(source)) return constant(source.value);
  const filling = fillingOf(source);
  const look = typeof source === 'string' && !filling ? lookAt(source) : undefined;
  if (typeof source === 'string' && (hasStrayBraces(source) || !(filling ?? look)))
    return 'is neither a path such as lead.name nor a {{template}}';
  if (filling) return (payload, room) => fitted(type, filling(payload, room) ?? null, room);
  if (look) return (payload, room) => fitted(type, look(payload) ?? null, room);
  return constant(source);
}

/**
 * Reads a mapping.
 * @param text as it stands in the database
 * @param hasProject whether its pipeline belongs to a project: then the mapping gives none
 */
export function readMapping(text: string, hasProject: boolean): Mapping {
  const settable = accepts.filter(
    (field) => !placed.includes(field) && (field !== 'project_id' || !hasProject),
  );
  const sources = new Map<string, Source>();
  const broken = (problem: string): Mapping => ({ problems: [problem], sources });
  if (text.length > mostCharacters) return broken('field_mapping must be at most 64 kB');
  let mapping: Values;
  try {
    mapping = readJson(text) as Values;
  } catch (error) {
    if (error instanceof TooMuch) return broken(`field_mapping ${error.message}`);
    throw error;
  }
  if (openingsIn(mapping) > mostTemplates)
    return broken(`field_mapping must contain at most ${mostTemplates} {{templates}}`);
  const problems: string[] = [];
  const can = settable.join(', ');
  for (const [field, given] of Object.entries(mapping)) {
    const name = `field_mapping.${quoted(field)}`;
    if (!settable.includes(field)) {
      problems.push(`${name} cannot be set; ${can} can`);
      continue;
    }
    try {
      const source = readSource(field, given);
      if (typeof source === 'string') problems.push(`${name} ${source}`);
      else sources.set(field, source);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      problems.push(`${name}: ${error.message}`);
    }
  }
  return { problems, sources };
}

/** How many characters of mappings, as they are written, are kept read. */
const mostKept = 4_194_304;

/** Mappings that were read, those that were used last. */
export function makeMappings() {
  const kept = new LRUCache<string, { readonly text: string; readonly mapping: Mapping }>({
    maxSize: mostKept,
    sizeCalculation: ({ text }, key) => key.length + text.length,
  });
  /**
   * @param endpoint its id
   * @param text its field_mapping as it stands in the database
   * @param hasProject whether its pipeline belongs to a project: then the mapping gives none
   */
  return (endpoint: string, text: string, hasProject: boolean): Mapping => {
    const key = `${endpoint} ${hasProject}`;
    const known = kept.get(key);
    if (known?.text === text) return known.mapping;
    const mapping = readMapping(text, hasProject);
    kept.set(key, { text, mapping });
    return mapping;
  };
}

export type Mappings = ReturnType<typeof makeMappings>;

/** Of all fields of a task together: more than twice what the longest of them takes. */
const mostMade = 262_144;

/** What a mapping makes of a payload: fields of a task, null where nothing was found. @throws ApiError VALIDATION_ERROR */
export function mapped({ sources }: Mapping, payload: Values): Values {
  const room = newRoom(mostMade);
  const body: Values = {};
  for (const [field, source] of sources) {
    try {
      body[field] = source(payload, room);
    } catch (error) {
      throw error instanceof TooLong ? invalid(`${field}: ${error.message}.`) : error;
    }
  }
  return body;
}
