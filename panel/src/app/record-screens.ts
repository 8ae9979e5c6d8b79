import type { ReactNode } from 'react';
import { kinds } from '../display/kinds.tsx';
import { lazyWithWords } from '../display/lazy.tsx';
import type { RecordProps } from '../records/shared/record-shortcuts.ts';
import { type Kind, recordPath } from '../route/record-paths.ts';
import { withFiles } from './preloads.ts';

/* Components that render a record of each kind, as a peek or a page: `records/<kind>/Record.tsx`. Loaded with the first record. */

interface RecordScreen {
  readonly Record: (props: RecordProps) => ReactNode;
  /** True if it uses the full height of a peek and scrolls internally. */
  readonly fills: boolean;
  /** True if its head has a breadcrumb. */
  readonly hasHead: boolean;
}

const records = import.meta.glob<{ default: (props: RecordProps) => ReactNode }>(
  '../records/*/Record.tsx',
);

function recordScreen(kind: Kind): RecordScreen {
  const loadFile = records[`../records/${kind}/Record.tsx`];
  if (!loadFile) throw new Error(`records/${kind}/Record.tsx does not exist`);
  const load = withFiles(loadFile, () => recordPath('-', kind, '-'));
  const isConversation = kind === 'conversations';
  return { Record: lazyWithWords(load), fills: isConversation, hasHead: !isConversation };
}

export const recordScreens = Object.fromEntries(
  kinds.map((kind) => [kind, recordScreen(kind)]),
) as Readonly<Record<Kind, RecordScreen>>;
