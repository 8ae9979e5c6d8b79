import { clsx } from 'clsx';
import { useMemo } from 'react';
import { renderInline } from './Inline.tsx';
import type { Inline } from './inline.ts';
import { type Block, blocksOf, type Item } from './markdown.ts';

const textOf = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : textOf(part.inside))).join('');

/** Element by heading level; the two highest levels are used by the record and the section. */
const headings = ['h3', 'h3', 'h3', 'h4', 'h5', 'h6'] as const;

const depths = ['', 'ml-5', 'ml-10', 'ml-15', 'ml-20'];

interface ItemProps {
  readonly item: Item;
  readonly onToggle: ((line: number) => void) | undefined;
}

function ListItem({ item: { depth, isDone, line, inside }, onToggle }: ItemProps) {
  if (isDone === undefined) return <li className={depths[depth]}>{renderInline(inside)}</li>;
  return (
    <li className={clsx('-ml-5 flex list-none items-start gap-2', depth > 0 && 'pl-5')}>
      <input
        type="checkbox"
        checked={isDone}
        disabled={!onToggle}
        aria-label={textOf(inside)}
        onChange={() => onToggle?.(line)}
        className="mt-0.5 size-4"
      />
      <span className={clsx('min-w-0', isDone && 'text-muted line-through')}>
        {renderInline(inside)}
      </span>
    </li>
  );
}

function MarkdownBlock({ block, onToggle }: { block: Block; onToggle: ItemProps['onToggle'] }) {
  switch (block.is) {
    case 'heading': {
      const Heading = headings[block.level] ?? 'h6';
      return (
        <Heading className={clsx('font-semibold', block.level < 3 && 'text-title')}>
          {renderInline(block.inside)}
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded bg-surface p-2 font-mono text-meta">
          {block.text}
        </pre>
      );
    case 'rule':
      return <hr className="border-border" />;
    default: {
      const lines = block.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index
        <span key={at} className="block min-h-5">
          {renderInline(line)}
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

/** Renders Markdown written by users. @param onToggle receives the line of a toggled checkbox; absent if read-only */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by their index
        <MarkdownBlock key={at} block={block} onToggle={onToggle} />
      ))}
    </div>
  );
}
