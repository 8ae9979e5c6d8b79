import { CopyButton } from '#panel/display/CopyButton.tsx';
import { Section } from '#panel/ui/layout.tsx';

interface Props {
  readonly title: string;
  readonly copy: string;
  readonly text: string | null;
  /** Text shown without a payload. */
  readonly none: string;
}

/** Text to read and copy, shown verbatim and never interpreted. */
export function Payload({ title, copy, text, none }: Props) {
  return (
    <Section title={title} actions={text === null ? null : <CopyButton text={text} label={copy} />}>
      {text === null ? <p className="text-muted">{none}</p> : <Code label={title} text={text} />}
    </Section>
  );
}

export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region must be focusable and labelled
    <pre
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border border-border bg-surface p-2 font-mono text-meta"
    >
      {text}
    </pre>
  );
}
