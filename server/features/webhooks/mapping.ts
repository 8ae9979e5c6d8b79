import { LRUCache } from 'lru-cache';
import { invalid } from '#server/platform/errors.ts';
import { readJson, TooMuch } from '#server/platform/limited-json.ts';
import {
  chargeValues,
  fillingOf,
  hasStrayBraces,
  newTemplateBudget,
  openingsIn,
  pathGetter,
  type TemplateBudget,
  TooLong,
  tidied,
  written,
} from '#server/platform/templates.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { type Problem, quoted } from '#server/records/invalid-values.ts';
import { taskInputs } from '../work/tasks/table.ts';

/*
 * field_mapping of an endpoint: task field → path in the payload, {{template}} or constant. It is parsed once and cached; each call only
 * looks up and fills values, in bounded time for any mapping and payload.
 */

/** Task fields that the endpoint itself sets. */
const endpointFields = ['pipeline_id', 'column'];

/** Computes the value of one field from a payload. @throws TooLong */
type Source = (payload: Values, room: TemplateBudget) => unknown;

/** Parsed mapping. */
export interface Mapping {
  /** Problems of the mapping itself, independent of payloads. */
  readonly problems: readonly Problem[];
  readonly sources: ReadonlyMap<string, Source>;
}

/** Max length. A mapping is stored in at most 64 kB, but one from before that limit may be longer. */
const maxCharacters = 131_072;
const maxTemplates = 200;

const {
  of: { fields },
  accepts,
} = taskInputs.create;

const typeOf = (field: string) => (fields[field]?.schema as Values | undefined)?.type;

/**
 * Converts a value to the type of a field: forms send texts for numbers, and empty texts for fields left blank.
 * @throws TooLong
 */
function fitted(type: unknown, value: unknown, room: TemplateBudget): unknown {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
  if (type === 'string' && typeof value !== 'string') return written(value, room);
  if (type === 'number' && typeof value === 'string') {
    const number = Number(value);
    return Number.isNaN(number) ? value : number;
  }
  if (type !== 'array') return value;
  chargeValues(value, room);
  return tidied(Array.isArray(value) ? value : [value]).map((entry) =>
    typeof entry === 'number' || typeof entry === 'boolean' ? String(entry) : entry,
  );
}

/** True for a constant: `{"value": …}`, because texts are paths. */
const isConstant = (source: unknown): source is { readonly value: unknown } =>
  typeof source === 'object' && source !== null && Object.keys(source).join() === 'value';

/** @returns the problem as a text if the source is invalid */
function readSource(field: string, source: unknown): Source | string {
  const type = typeOf(field);
  const constant = (value: unknown): Source => {
    const made = fitted(type, value, newTemplateBudget(maxMade));
    return () => made;
  };
  if (isConstant(source)) return constant(source.value);
  const filling = fillingOf(source);
  const look = typeof source === 'string' && !filling ? pathGetter(source) : undefined;
  if (typeof source === 'string' && (hasStrayBraces(source) || !(filling ?? look)))
    return 'is neither a path such as lead.name nor a {{template}}';
  if (filling) return (payload, room) => fitted(type, filling(payload, room) ?? null, room);
  if (look) return (payload, room) => fitted(type, look(payload) ?? null, room);
  return constant(source);
}

/**
 * Parses a mapping.
 * @param text as stored in the database
 * @param hasProject true if its pipeline belongs to a project: the mapping may not set one then
 */
export function readMapping(text: string, hasProject: boolean): Mapping {
  const settable = accepts.filter(
    (field) => !endpointFields.includes(field) && (field !== 'project_id' || !hasProject),
  );
  const sources = new Map<string, Source>();
  const broken = (problem: string): Mapping => ({
    problems: [{ name: 'field_mapping', problem, code: 'too_large' }],
    sources,
  });
  if (text.length > maxCharacters) return broken('must be at most 64 kB');
  let mapping: Values;
  try {
    mapping = readJson(text) as Values;
  } catch (error) {
    if (error instanceof TooMuch) return broken(error.message);
    throw error;
  }
  if (openingsIn(mapping) > maxTemplates)
    return broken(`must contain at most ${maxTemplates} {{templates}}`);
  const problems: Problem[] = [];
  const can = settable.join(', ');
  for (const [field, fieldSource] of Object.entries(mapping)) {
    const name = `field_mapping.${quoted(field)}`;
    if (!settable.includes(field)) {
      problems.push({ name, problem: `cannot be set; ${can} can`, code: 'unknown' });
      continue;
    }
    try {
      const source = readSource(field, fieldSource);
      if (typeof source === 'string')
        problems.push({ name, problem: source, code: 'invalid_template' });
      else sources.set(field, source);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      problems.push({ name, problem: `: ${error.message}`, code: 'too_large' });
    }
  }
  return { problems, sources };
}

/** Max number of characters of cached mappings, as stored. */
const maxBuildsKept = 4_194_304;

/** Creates an LRU cache of parsed mappings. */
export function makeMappings() {
  const cache = new LRUCache<string, { readonly text: string; readonly mapping: Mapping }>({
    maxSize: maxBuildsKept,
    sizeCalculation: ({ text }, key) => key.length + text.length,
  });
  /**
   * @param endpoint its id
   * @param text its field_mapping as stored in the database
   * @param hasProject true if its pipeline belongs to a project: the mapping may not set one then
   */
  return (endpoint: string, text: string, hasProject: boolean): Mapping => {
    const key = `${endpoint} ${hasProject}`;
    const cached = cache.get(key);
    if (cached?.text === text) return cached.mapping;
    const mapping = readMapping(text, hasProject);
    cache.set(key, { text, mapping });
    return mapping;
  };
}

/** Max size of all fields of a task together: more than twice the limit of the longest field. */
const maxMade = 262_144;

/** Applies a mapping to a payload; returns fields of a task, null if nothing was found. @throws ApiError VALIDATION_ERROR */
export function mapped({ sources }: Mapping, payload: Values): Values {
  const room = newTemplateBudget(maxMade);
  const body: Values = {};
  for (const [field, source] of sources) {
    try {
      body[field] = source(payload, room);
    } catch (error) {
      throw error instanceof TooLong
        ? invalid(`${field}: ${error.message}.`, field, 'too_large', { reason: 'too_much' })
        : error;
    }
  }
  return body;
}
