import { useQuery } from '@tanstack/react-query';
import { Failure } from '#panel/api/call.ts';
import type { Import, ImportContents } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Empty, Facts, Page, Section } from '#panel/ui/layout.tsx';
import type { Reason, ReasonValues } from '#panel/words/import-problems/pt-BR.ts';
import { useImportProblemWords } from '#panel/words/import-problems/use.ts';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Destination } from './Destination.tsx';
import { usePeriod } from './periods.ts';
import { importQuery } from './queries.ts';
import { Result } from './Result.tsx';
import { stateText } from './state-text.ts';
import { Upload } from './Upload.tsx';

/** The import of a table is loaded when a file is one. */
const RowsImport = lazyWithWords(() => import('./rows/RowsImport.tsx'));

const ReadAgain = lazyWithWords(() => import('./rows/ReadAgain.tsx'));

/** Reasons that another separator or encoding may remove. */
const ofReading = ['nul_byte', 'undecodable', 'open_quote', 'line_too_long', 'too_many_columns'];

/** One import, of a chat or of a table. */
export default function ImportPage() {
  const words = useImportWords();
  const { slug } = useCurrentTeam();
  const id = lastSegment(usePathname());
  const query = useQuery(importQuery(slug, id));
  if (query.error instanceof Failure && query.error.code === 'NOT_FOUND')
    return (
      <Empty text={words.gone}>
        <Link href={paths.imports(slug)} className={buttonClass('plain')}>
          {words.back}
        </Link>
      </Empty>
    );
  return (
    <QueryContent query={query} rows={6}>
      {(data) => (
        <Page title={data.file_name} about={<span role="status">{stateText(data, words)}</span>}>
          <Link href={paths.imports(slug)} className="self-start text-accent hover:underline">
            {words.back}
          </Link>
          <FailureReason of={data} />
          {data.state === 'failed' && data.kind === null ? (
            <>
              {ofReading.includes(data.reason_details?.code ?? '') ? (
                <ReadAgain slug={slug} id={data.id} />
              ) : null}
              <Upload slug={slug} />
            </>
          ) : null}
          {data.kind === 'rows' ? (
            <RowsImport slug={slug} of={data} />
          ) : (
            <Chat slug={slug} of={data} />
          )}
        </Page>
      )}
    </QueryContent>
  );
}

/** Import of a chat: what its file contains, where it goes, and its result. */
function Chat({ slug, of }: { readonly slug: string; readonly of: Import }) {
  const { contents } = of;
  return (
    <>
      {contents ? <Contents contents={contents} /> : null}
      <Result slug={slug} of={of} />
      {contents && canChoose(of) ? <Destination slug={slug} of={of} contents={contents} /> : null}
    </>
  );
}

/** True until it was applied: then its destination no longer changes. */
const canChoose = ({ state, applied_at: at }: Import) =>
  at === null &&
  (state === 'read' || state === 'checked' || state === 'stopped' || state === 'failed');

/** Values of a reason as people read them. */
const textsOf = (values: object, count: (n: number) => string): ReasonValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? count(value) : String(value),
    ]),
  );

/** Why it failed. */
function FailureReason({ of: { state, reason_details: details } }: { readonly of: Import }) {
  const words = useImportWords();
  const { file } = useImportProblemWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  if (state !== 'failed') return null;
  const problems: Readonly<Record<string, Reason>> = file;
  const { code = '', line, ...values } = details ?? {};
  const problem = problems[code];
  return (
    <p role="alert" className="flex items-start gap-2">
      <span className="mt-0.5 shrink-0 text-danger">
        <Warning />
      </span>
      <span>
        {typeof line === 'number' ? `${words.line({ line: count(line) })} ` : null}
        {words.reasons[code] ??
          (typeof problem === 'function' ? problem(textsOf(values, count)) : problem) ??
          words.otherReason}
      </span>
    </p>
  );
}

function Contents({ contents }: { readonly contents: ImportContents }) {
  const { contents: words } = useImportWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const periodOf = usePeriod();
  const { messages, authors, files, files_omitted: omitted } = contents;
  const left = omitted > 0 ? [words.omitted({ n: omitted, text: count(omitted) })] : [];
  return (
    <Section title={words.title}>
      <Facts
        facts={[
          [words.period, periodOf(contents)],
          [words.messages, count(messages)],
          [words.authors, count(authors.length)],
          [words.files, [count(files), ...left].join(' · ')],
          ...(contents.lines_without_message > 0
            ? [[words.loose, count(contents.lines_without_message)] as const]
            : []),
        ]}
      />
    </Section>
  );
}
