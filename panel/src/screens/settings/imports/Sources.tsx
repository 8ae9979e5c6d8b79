import { Down } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';

/** Instructions for exporting from each product. */
export function Sources() {
  const { sources } = useImportWords();
  return (
    <Section title={sources.title} about={sources.about}>
      <div className="flex flex-col">
        {sources.list.map(({ name, how }) => (
          <details key={name} className="group border-border border-b last:border-b-0">
            <summary className="flex min-h-9 cursor-pointer items-center justify-between gap-2 pointer-coarse:min-h-11">
              <span className="font-medium">{name}</span>
              <span className="text-muted group-open:rotate-180">
                <Down />
              </span>
            </summary>
            <p className="max-w-[68ch] pb-3 text-muted">{how}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
