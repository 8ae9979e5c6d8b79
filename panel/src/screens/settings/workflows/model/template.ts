import type { Json } from './json.ts';
import { isList, isObject } from './json.ts';

/* Templates such as `{{deal.title}}` in texts: parses them, and previews them for a record. The server fills them in at run time. */

interface Part {
  readonly text: string;
  /** Path of a template; undefined for literal text. */
  readonly path?: string;
}

const template = /\{\{\s*([^{}]+?)\s*\}\}/g;

export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(template)) {
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: match[0], path: match[1] ?? '' });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

export const hasTemplate = (text: string) => partsOf(text).some(({ path }) => path !== undefined);

/** Path of a text that consists of a single template. */
export function wholePath(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [only, ...others] = partsOf(value.trim());
  return others.length === 0 ? only?.path : undefined;
}

/** Template in the form's notation. */
export const templateOf = (path: string) => `{{${path}}}`;

/** Value at a template's path. */
function lookUp(root: Json | undefined, path: string): Json | undefined {
  const keys = [...path.matchAll(/[^.[\]"]+/g)].map(([key]) => key);
  return keys.reduce<Json | undefined>((value, key) => {
    if (isList(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

const inText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Preview of a text for a record. @param root `{deal: {…}}` */
export const filled = (text: string, root: Json | undefined): string =>
  partsOf(text)
    .map((part) => (part.path === undefined ? part.text : inText(lookUp(root, part.path))))
    .join('');
