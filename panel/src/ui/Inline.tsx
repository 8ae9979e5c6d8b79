import type { ReactNode } from 'react';
import type { Inline } from './inline.ts';

/* Parts of a text never change their order, so an index serves as their key. */

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
      return <strong key={key}>{renderInline(part.inside)}</strong>;
    case 'italic':
      return <em key={key}>{renderInline(part.inside)}</em>;
    case 'struck':
      return <s key={key}>{renderInline(part.inside)}</s>;
    case 'link':
      return (
        <a
          key={key}
          href={part.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-words text-accent underline"
        >
          {renderInline(part.inside)}
        </a>
      );
  }
}

/** Renders marked text. */
export const renderInline = (parts: readonly Inline[]): ReactNode => parts.map(one);
