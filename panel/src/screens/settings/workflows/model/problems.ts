import { formatPath, type Path } from './json.ts';

/* Assigns the server's problems with a workflow to the parts that they refer to. */

export interface Problem {
  /** Path in the server's notation: `steps[1].with.for`; '' for the whole workflow. */
  readonly place: string;
  /** missing: no value; gone: the referenced record does not exist; wrong: anything else. */
  readonly kind: 'missing' | 'gone' | 'wrong';
  /** The server's text, without the path. */
  readonly text: string;
}

const part = String.raw`(?:\.\w+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])`;
const place = `(?:name|trigger|conditions|steps)${part}*`;
const problem = new RegExp(`^(${place}):? (.*)$`, 's');
const between = new RegExp(String.raw`; (?=${place}:? |The file |and \d+ more)`);

/** Parses the problems in an error message: `steps[0].with.title is required and must be …; steps[1] …` */
export const problemsIn = (message: string): readonly Problem[] =>
  message
    .replace(/\.$/, '')
    .split(between)
    .map((said) => {
      const [, where = '', text = said] = problem.exec(said) ?? [];
      const kind = /^is required/.test(text)
        ? 'missing'
        : /^no .* has the id/.test(text)
          ? 'gone'
          : 'wrong';
      return { place: where, kind, text };
    });

/** True if a place is a path or within it. */
const isWithin = (place: string, path: string) =>
  place === path || (place.startsWith(path) && /^[.[]/.test(place.slice(path.length)));

/** Problems of a part and its children. */
export const problemsAt = (problems: readonly Problem[], path: Path): readonly Problem[] => {
  const here = formatPath(path);
  return problems.filter((each) => isWithin(each.place, here));
};

/** Problems of a part that none of its controls shows. @param shown paths that have a control */
export const problemsWithoutControl = (
  problems: readonly Problem[],
  path: Path,
  shown: readonly Path[],
): readonly Problem[] => {
  const others = shown.map(formatPath);
  return problemsAt(problems, path).filter(
    ({ place }) => !others.some((other) => isWithin(place, other)),
  );
};

/** Parses a place to a path. */
export const pathIn = (place: string): Path =>
  [...place.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|(\w+)/g)].map(([, index, name, word]) =>
    index === undefined ? (name ?? word ?? '') : Number(index),
  );
