import { type Path, written } from './json.ts';

/* What the service says is wrong with a workflow, put to the parts that it names. */

export interface Problem {
  /** As the service writes it: `steps[1].with.for`; '' for the whole. */
  readonly place: string;
  /** missing: nothing is there; gone: the record that it names is not there; wrong: anything else. */
  readonly kind: 'missing' | 'gone' | 'wrong';
  /** In the service's words, without the place. */
  readonly text: string;
}

const part = String.raw`(?:\.\w+|\[(?:\d+|"(?:[^"\\]|\\.)*")\])`;
const place = `(?:name|trigger|conditions|steps)${part}*`;
const problem = new RegExp(`^(${place}):? (.*)$`, 's');
const between = new RegExp(String.raw`; (?=${place}:? |The file |and \d+ more)`);

/** The problems in an answer of the service: `steps[0].with.title is required and must be …; steps[1] …` */
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

/** Whether a place is a path, or within it. */
const isWithin = (place: string, path: string) =>
  place === path || (place.startsWith(path) && /^[.[]/.test(place.slice(path.length)));

/** The problems of a part, and of what is in it. */
export const problemsAt = (problems: readonly Problem[], path: Path): readonly Problem[] => {
  const here = written(path);
  return problems.filter((each) => isWithin(each.place, here));
};

/** Those of a part itself that none of its own parts shows. @param shown those that have a control */
export const problemsBeside = (
  problems: readonly Problem[],
  path: Path,
  shown: readonly Path[],
): readonly Problem[] => {
  const others = shown.map(written);
  return problemsAt(problems, path).filter(
    ({ place }) => !others.some((other) => isWithin(place, other)),
  );
};

/** A place as a way into the workflow. */
export const pathIn = (place: string): Path =>
  [...place.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|(\w+)/g)].map(([, index, name, word]) =>
    index === undefined ? (name ?? word ?? '') : Number(index),
  );
