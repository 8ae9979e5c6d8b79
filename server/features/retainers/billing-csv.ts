import { Readable } from 'node:stream';
import { recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { maskedFor } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { lists, type Page, type Values } from '#server/records/crud-queries.ts';
import {
  type ExportedColumn,
  type ExportLanguage,
  exportLanguages,
} from '#server/records/exported-columns.ts';
import { oneOf } from '#server/records/fields.ts';
import { type ListQuery, readListQuery } from '#server/records/input.ts';
import { withCurrentRights } from '../accounts/members/member-permissions.ts';
import { billingLines } from '../crm/billing-lines/table.ts';
import { csvFormat } from '../exports/text-formats.ts';

/*
 * Billing lines as CSV, for the agency's bookkeeping. Checks permissions before each page: the download aborts once the member has lost them.
 */

const rights = {
  name: 'billing_lines.export',
  allow: { user: 'admin', operator: true },
  exports: true,
} as const;

type Column = ExportedColumn & { readonly of: (line: Values) => unknown };

const column = (
  name: string,
  kind: ExportedColumn['kind'],
  [pt, en]: readonly [pt: string, en: string],
  of = (line: Values) => line[name],
): Column => ({ name, field: name, kind, pt, en, of });

const nameIn = (name: string) => (line: Values) => (line[name] as Values | null)?.name ?? null;

/** Hours with two decimals. */
const hoursIn = (name: string) => (line: Values) => {
  const minutes = line[name] as number | null;
  return minutes === null ? null : Math.round((minutes * 100) / 60) / 100;
};

const columns: readonly Column[] = [
  column('starts_on', 'date', ['Início', 'From']),
  column('ends_on', 'date', ['Fim', 'Until']),
  column('client', 'text', ['Cliente', 'Client'], nameIn('client')),
  column('contract', 'text', ['Contrato', 'Contract'], (line) => line.title),
  column('status', 'text', ['Situação', 'Status']),
  column('value', 'money', ['Valor', 'Value']),
  column(
    'included_hours',
    'number',
    ['Horas incluídas', 'Included hours'],
    hoursIn('included_minutes'),
  ),
  column(
    'carried_hours',
    'number',
    ['Horas acumuladas', 'Carried hours'],
    hoursIn('carried_minutes'),
  ),
  column('used_hours', 'number', ['Horas usadas', 'Used hours'], hoursIn('used_minutes')),
  column(
    'overage_hours',
    'number',
    ['Horas excedentes', 'Overage hours'],
    hoursIn('overage_minutes'),
  ),
  column('overage_rate', 'money', ['Valor da hora excedente', 'Overage rate']),
  column('overage_value', 'money', ['Valor excedente', 'Overage value']),
  column('total', 'money', ['Total', 'Total']),
  column('reference', 'text', ['Documento', 'Reference']),
  column('billed_at', 'time', ['Faturado em', 'Billed at']),
  column('id', 'id', ['ID', 'ID']),
];

/** The filters of the list, and the language of the file. */
const query = {
  ...billingLines,
  filters: {
    ...billingLines.filters,
    language: {
      field: oneOf('text', exportLanguages),
      sql: 'true',
      about: 'The language of the headers and of decimals: pt writes 1234,5. Default: pt.',
      isUnordered: true as const,
    },
  },
};

const list = lists(billingLines);

async function* lines(ctx: Context, filters: ListQuery['filters'], language: ExportLanguage) {
  const format = csvFormat(columns, language);
  yield format.head;
  const earliest = readListQuery(billingLines, { limit: '100', sort: 'ends_on' });
  let after: string | undefined;
  do {
    const mask = maskedFor(await withCurrentRights(ctx, rights), billingLines);
    const page: Page = await list(ctx, { ...earliest, filters, after });
    const records = JSON.parse(`[${page.data}]`) as Values[];
    const rowOf = (line: Values) => format.row(columns.map(({ of }) => of(line)));
    yield records.map((record) => rowOf(mask(record))).join('');
    after = page.next;
  } while (after !== undefined);
}

export const billingCsv = operation({
  ...rights,
  id: 'downloadBillingLines',
  summary: 'Download the billing lines as CSV, the earliest period first',
  bytes: { method: 'GET', path: '/billing-lines.csv', status: 200 },
  emits: [],
  input: { query },
  output: { kind: 'object', keys: ['stream'] },
  one: billingLines.one,
  async run(ctx, { query: { filters } }) {
    const { language = 'pt', ...rest } = filters;
    await recordAudit(ctx.db, { type: billingLines.name, id: ctx.db.id, after: rest });
    const stream = Readable.from(lines(ctx, rest, language as ExportLanguage), {
      highWaterMark: 1,
    });
    return { stream };
  },
});
