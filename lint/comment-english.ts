import { dialect, opening } from './dialect.ts';
import { readTracked, type TrackedFile } from './tracked-files.ts';

/*
 * Refuses words of a former house dialect in comments and documents, and comments that begin with a noun clause.
 */

/** A comment or a line of a document. */
interface Passage {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Generated, quoted from elsewhere, or a history of earlier words. */
const exempt =
  /^(?:CHANGELOG\.md|docs\/(?:reliability|roles)\.md|docs\/collections\/|lint\/(?:comment-english|public-english|dialect)\.ts|test\/unit\/lint\.test\.ts|test\/tools\/programs\/|torture\/|.*\/(?:LICENSE\.md|schema\.ts)$)/;

/** Removes code, links and paths, which may contain any word. */
const prose = (text: string) =>
  text
    .replace(/`[^`]*`/g, '')
    .replace(/\{@link [^}]*\}/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/@param \S+/g, '')
    .replace(/"[^"]*"|“[^”]*”|\*[^*]+\*/g, '');

/** Reads the comments on separate lines. */
function commentsIn(text: string, marker: RegExp): Passage[] {
  const passages: { line: number; text: string }[] = [];
  let isOpen = false;
  let isInBlock = false;
  for (const [index, source] of text.split('\n').entries()) {
    const line = source.trim();
    const isComment = isInBlock || marker.test(line);
    if (isComment) {
      const words = line.replace(/^(?:\/\*\*?|\*\/|\*|\/\/|--|#)\s?/, '').replace(/\*\/$/, '');
      const last = passages.at(-1);
      if (isOpen && last) last.text += ` ${words}`;
      else passages.push({ line: index + 1, text: words });
      if (/^\/\*/.test(line)) isInBlock = true;
      if (/\*\/$/.test(line)) isInBlock = false;
    }
    isOpen = isComment && !(/\*\/$/.test(line) && !isInBlock);
  }
  return passages.map(({ line, text: words }) => ({ line, text: words.trim() }));
}

/** Reads a document's lines outside code fences. */
function linesOf(text: string): Passage[] {
  let isFenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced;
    return isFenced ? [] : [{ line: index + 1, text: line }];
  });
}

const passagesOf = ({ path, text }: TrackedFile): Passage[] => {
  if (path.endsWith('.md')) return linesOf(text);
  if (path.endsWith('.sql')) return commentsIn(text, /^--/);
  if (/\.(?:py|sh|ya?ml)$/.test(path)) return commentsIn(text, /^#/);
  return commentsIn(text, /^(?:\/\*|\/\/)/);
};

/** Finds passages that a reader would stumble over, one problem each. */
export const findDialect = (files: readonly TrackedFile[]): string[] =>
  files
    .filter(({ path }) => !exempt.test(path))
    .flatMap((file) =>
      passagesOf(file).flatMap(({ line, text }) => {
        const [word] =
          dialect.exec(prose(text)) ??
          (file.path.endsWith('.md') ? null : opening.exec(text)) ??
          [];
        return word === undefined ? [] : [`${file.path}:${line}: rephrase "${word}" in: ${text}`];
      }),
    );

/** Reads the tracked sources and documents. */
export const readWritten = (): TrackedFile[] =>
  readTracked((path) => /\.(?:tsx?|js|css|sql|py|sh|ya?ml|md)$/.test(path));

if (import.meta.main) {
  const problems = findDialect(readWritten());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
