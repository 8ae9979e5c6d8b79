import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PrivacyProof, PrivacyRequest } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { useFullDayFormat } from '#panel/display/formatters.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge, Facts, Section } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type ProofContent, readProof } from './proof-content.ts';
import { proofQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
}

/** The proof of an erasure, printable and without personal data. */
export function Proof({ slug, request }: Props) {
  const { proof: words } = usePrivacyWords();
  const query = useQuery(proofQuery(slug, request.id));
  return (
    <div data-print="">
      <Section
        title={words.title}
        about={<span className="print:hidden">{words.about}</span>}
        actions={
          <Button look="primary" className="print:hidden" onClick={() => print()}>
            {words.print}
          </Button>
        }
      >
        <QueryContent query={query} rows={6}>
          {(proof) => <Sheet request={request} proof={proof} />}
        </QueryContent>
      </Section>
    </div>
  );
}

function Sheet({
  request,
  proof,
}: {
  readonly request: PrivacyRequest;
  readonly proof: PrivacyProof;
}) {
  const words = usePrivacyWords();
  const { proof: labels } = words;
  const { me } = useCurrentTeam();
  const day = useFullDayFormat();
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ dateStyle: 'long', timeStyle: 'medium', timeZone: useTimeZone() },
  });
  const time = (at: string | null) => (at === null ? '' : format.format(new Date(at)));
  const content = readProof(proof.content);
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          [labels.team, me?.name ?? ''],
          [labels.code, words.removed({ code: proof.code })],
          [labels.request, <Code key="id">{proof.id}</Code>],
          [labels.received, day(request.received_on)],
          [labels.started, time(proof.started_at)],
          [labels.finished, time(proof.finished_at)],
        ]}
      />
      <Tables content={content} />
      <Decisions content={content} />
      <Scan content={content} />
      <Facts
        facts={[
          [labels.hash, <Code key="hash">{proof.sha256}</Code>],
          [labels.mac, <Code key="mac">{proof.mac}</Code>],
          [
            '',
            proof.is_genuine ? (
              <Badge key="genuine" tone="ok" icon={<Check size={12} />}>
                <span className="whitespace-normal">{labels.genuine}</span>
              </Badge>
            ) : (
              <Badge key="altered" tone="danger" icon={<Warning size={12} />}>
                <span className="whitespace-normal">{labels.altered}</span>
              </Badge>
            ),
          ],
        ]}
      />
    </div>
  );
}

const Code = ({ children }: { readonly children: string }) => (
  <code className="break-all text-meta">{children}</code>
);

interface PartProps {
  readonly content: ProofContent;
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex break-inside-avoid-page flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

const cell = 'border-border border-b py-1 pr-4 text-left align-top';

function Tables({ content: { tables } }: PartProps) {
  const { proof: words } = usePrivacyWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  return (
    <Part title={words.tables}>
      {tables.length === 0 ? (
        <p className="text-muted">{words.noTables}</p>
      ) : (
        <table aria-label={words.tables} className="w-full max-w-[480px] border-collapse">
          <thead className="text-meta text-muted">
            <tr>
              <th className={cell}>{words.table}</th>
              <th className={`${cell} text-right`}>{words.before}</th>
              <th className={`${cell} text-right`}>{words.after}</th>
              <th className={`${cell} text-right`}>{words.changed}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, before, after, changed }) => (
              <tr key={name}>
                <td className={`${cell} break-all`}>
                  <code className="text-meta">{name}</code>
                </td>
                <td className={`${cell} text-right`}>{before === null ? '–' : count(before)}</td>
                <td className={`${cell} text-right`}>{after === null ? '–' : count(after)}</td>
                <td className={`${cell} text-right`}>{count(changed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

function Decisions({ content: { decisions } }: PartProps) {
  const words = usePrivacyWords();
  const { proof: labels } = words;
  const count = new Intl.NumberFormat(useLocale()).format;
  return (
    <Part title={labels.decisions}>
      {decisions.length === 0 ? (
        <p className="text-muted">{labels.noDecisions}</p>
      ) : (
        <table aria-label={labels.decisions} className="w-full border-collapse">
          <thead className="text-meta text-muted">
            <tr>
              <th className={cell}>{labels.decision}</th>
              <th className={cell}>{labels.basis}</th>
              <th className={`${cell} text-right`}>{labels.places}</th>
            </tr>
          </thead>
          <tbody>
            {decisions.map(({ decision, basis, count: n }) => (
              <tr key={`${decision} ${basis}`}>
                <td className={cell}>{words.hits.decisions[decision]}</td>
                <td className={cell}>{basis}</td>
                <td className={`${cell} text-right`}>{count(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}

function Scan({ content: { columns, rest, files } }: PartProps) {
  const { proof: words } = usePrivacyWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  return (
    <Part title={words.scan}>
      {rest.length === 0 ? (
        <p>{words.scanClean({ n: columns, text: count(columns) })}</p>
      ) : (
        <>
          <p>{words.scanRest}</p>
          <ul className="list-disc pl-5">
            {rest.map(({ column, count: n, isKept }) => (
              <li key={column}>
                <code className="text-meta">{column}</code> {count(n)}
                {': '}
                {isKept ? words.scanKept : words.scanNew}
              </li>
            ))}
          </ul>
        </>
      )}
      {files ? (
        <>
          <p>{words.files({ read: count(files.read), hits: count(files.hits) })}</p>
          {files.hits > 0 ? (
            <p>{words.filesKept({ n: files.kept, text: count(files.kept) })}</p>
          ) : null}
          {files.unread > 0 ? (
            <p>{words.filesUnread({ n: files.unread, text: count(files.unread) })}</p>
          ) : null}
        </>
      ) : (
        <p>{words.filesByName}</p>
      )}
    </Part>
  );
}
