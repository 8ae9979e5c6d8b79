import { isList, isObject, type Json } from './json.ts';

/** Unique ids in a workflow, whose names have to be requested. */
export function idsIn(value: Json): readonly string[] {
  const ids = new Set<string>();
  const look = (part: Json | undefined): void => {
    if (typeof part === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(part))
      ids.add(part);
    else if (isList(part)) part.forEach(look);
    else if (isObject(part)) Object.values(part).forEach(look);
  };
  look(value);
  return [...ids].slice(0, 100);
}
