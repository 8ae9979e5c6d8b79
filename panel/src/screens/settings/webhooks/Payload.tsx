import { CopyButton } from '../../../parts/Copy.tsx';
import { Section } from '../../../ui/layout.tsx';

interface Props {
  readonly title: string;
  readonly copy: string;
  readonly text: string | null;
  /** What is said where there is none. */
  readonly none: string;
}

/** A text as it is, to be read and copied: whatever stands in it is shown, never done. */
export function Payload({ title, copy, text, none }: Props) {
  return (
    <Section title={title} actions={text === null ? null : <CopyButton text={text} label={copy} />}>
      {text === null ? <p className="text-muted">{none}</p> : <Code label={title} text={text} />}
    </Section>
  );
}

export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it scrolls, so it is reached by Tab, and says what it is
    <pre
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border border-border bg-surface p-2 font-mono text-meta"
    >
      {text}
    </pre>
  );
}
