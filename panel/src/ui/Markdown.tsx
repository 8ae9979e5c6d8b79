import { clsx } from 'clsx';
import { type ReactNode, useMemo } from 'react';
import { type Block, blocksOf, type Inline, type Item } from './markdown.ts';

/* What stands in a text never moves there: its place names it. */

function one(part: Inline, key: number): ReactNode {
  switch (part.is) {
    case 'text':
      return part.text;
    case 'code':
      return (
        <code key={key} className="rounded bg-surface px-1 font-mono text-meta">
          {part.text}
        </code>
      );
    case 'bold':
      return <strong key={key}>{shown(part.inside)}</strong>;
    case 'italic':
      return <em key={key}>{shown(part.inside)}</em>;
    case 'struck':
      return <s key={key}>{shown(part.inside)}</s>;
    case 'link':
      return (
        <a
          key={key}
          href={part.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-words text-accent underline"
        >
          {shown(part.inside)}
        </a>
      );
  }
}

/** Marked text as it is shown. */
export const shown = (parts: readonly Inline[]): ReactNode => parts.map(one);

const textOf = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : textOf(part.inside))).join('');

/** A level → its element: the two above are the record's title, and what the text is. */
const headings = ['h3', 'h3', 'h3', 'h4', 'h5', 'h6'] as const;

const depths = ['', 'ml-5', 'ml-10', 'ml-15', 'ml-20'];

interface ItemProps {
  readonly item: Item;
  readonly onToggle: ((line: number) => void) | undefined;
}

function ListItem({ item: { depth, isDone, line, inside }, onToggle }: ItemProps) {
  if (isDone === undefined) return <li className={depths[depth]}>{shown(inside)}</li>;
  return (
    <li className={clsx('-ml-5 flex list-none items-start gap-2', depth > 0 && 'pl-5')}>
      <input
        type="checkbox"
        checked={isDone}
        disabled={!onToggle}
        aria-label={textOf(inside)}
        onChange={() => onToggle?.(line)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className={clsx('min-w-0', isDone && 'text-muted line-through')}>{shown(inside)}</span>
    </li>
  );
}

function Shown({ block, onToggle }: { block: Block; onToggle: ItemProps['onToggle'] }) {
  switch (block.is) {
    case 'heading': {
      const Heading = headings[block.level] ?? 'h6';
      return (
        <Heading className={clsx('font-semibold', block.level < 3 && 'text-title')}>
          {shown(block.inside)}
        </Heading>
      );
    }
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List
          className={clsx(
            'flex flex-col gap-0.5 pl-5',
            block.isOrdered ? 'list-decimal' : 'list-disc',
          )}
        >
          {block.items.map((item) => (
            <ListItem key={item.line} item={item} onToggle={onToggle} />
          ))}
        </List>
      );
    }
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <pre tabIndex={0} className="overflow-x-auto rounded bg-surface p-2 font-mono text-meta">
          {block.text}
        </pre>
      );
    case 'rule':
      return <hr className="border-border" />;
    default: {
      const lines = block.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place names it
        <span key={at} className="block min-h-5">
          {shown(line)}
        </span>
      ));
      return block.is === 'quote' ? (
        <blockquote className="border-border border-l-2 pl-3 text-muted">{lines}</blockquote>
      ) : (
        <p>{lines}</p>
      );
    }
  }
}

/** A text that somebody wrote in Markdown. @param onToggle told the line of what is ticked; absent: nothing can be */
export function Markdown({
  text,
  onToggle,
}: {
  readonly text: string;
  readonly onToggle?: (line: number) => void;
}) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="flex flex-col gap-2 break-words text-prose">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place names it
        <Shown key={at} block={block} onToggle={onToggle} />
      ))}
    </div>
  );
}
