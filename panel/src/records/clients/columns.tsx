import type { Client } from '#panel/api/types.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatCnpj, formatCpf, formatPhone } from '#panel/parts/brazilian-formats.ts';
import type { CellEdit, DataColumn } from '#panel/ui/DataTable.tsx';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import type { ClientWords } from '#panel/words/clients/use.ts';

/** Default columns. */
export const defaultColumns = ['type', 'tax_id', 'email', 'mobile_phone', 'status'];

type Save = (id: string, change: ChangeOf<'clients'>) => void;
type Text =
  | 'email'
  | 'phone'
  | 'mobile_phone'
  | 'display_name'
  | 'source'
  | 'legal_name'
  | 'trade_name';

/** All columns of the client table; the first is always shown. */
export function columnsOf(words: ClientWords, save: Save): readonly DataColumn<Client>[] {
  const { field } = words;
  const text = (name: Text, type: CellEdit<Client>['type'] = 'text'): CellEdit<Client> => ({
    value: (client) => client[name] ?? '',
    save: ({ id }, value) => save(id, { [name]: value === '' ? null : value }),
    type,
  });
  const plain = (name: Text, more: Partial<DataColumn<Client>> = {}): DataColumn<Client> => ({
    key: name,
    title: field[name],
    cell: (client) => client[name],
    edit: text(name),
    isWide: true,
    ...more,
  });
  return [
    {
      key: 'name',
      title: field.name,
      sortKey: 'full_name',
      width: 240,
      cell: ({ name }) => name,
      edit: {
        value: ({ name }) => name,
        save: ({ id }, name) => save(id, { name }),
        isRequired: true,
      },
    },
    { key: 'type', title: field.type, width: 80, cell: ({ type }) => words.typesShort[type] },
    {
      key: 'tax_id',
      title: field.tax_id,
      width: 170,
      cell: ({ cpf, cnpj }) => (cnpj ? formatCnpj(cnpj) : formatCpf(cpf ?? '')),
      edit: {
        value: ({ type, cpf, cnpj }) => (type === 'PJ' ? cnpj : cpf) ?? '',
        save: ({ id, type }, value) =>
          save(id, { [type === 'PJ' ? 'cnpj' : 'cpf']: value === '' ? null : value }),
        maxLength: 32,
      },
    },
    plain('email', { sortKey: 'email', width: 200, isWide: false, edit: text('email', 'email') }),
    plain('phone', {
      cell: ({ phone }) => formatPhone(phone ?? ''),
      edit: text('phone', 'tel'),
    }),
    plain('mobile_phone', {
      width: 150,
      isWide: false,
      cell: ({ mobile_phone }) => formatPhone(mobile_phone ?? ''),
      edit: text('mobile_phone', 'tel'),
    }),
    plain('display_name'),
    plain('legal_name', { width: 200, edit: undefined }),
    plain('trade_name', { edit: undefined }),
    { key: 'city', title: field.city, isWide: true, cell: ({ address }) => address?.city },
    plain('source'),
    {
      key: 'tags',
      title: field.tags,
      isWide: true,
      cell: ({ tags }) => tags.join(', '),
      edit: {
        value: ({ tags }) => tags.join(', '),
        save: ({ id }, value) =>
          save(id, {
            tags: value
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== ''),
          }),
        maxLength: 2_000,
      },
    },
    {
      key: 'status',
      title: field.status,
      sortKey: 'is_active',
      width: 110,
      cell: ({ status }) => (
        <Badge icon={status === 'active' ? <Check size={12} /> : <Warning size={12} />}>
          {words.statuses[status]}
        </Badge>
      ),
      edit: {
        value: ({ status }) => status,
        save: ({ id }, value) => save(id, { status: value === 'active' ? 'active' : 'inactive' }),
        choices: Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
      },
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
}
