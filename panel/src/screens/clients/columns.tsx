import type { Client } from '../../api/types.ts';
import { shownCnpj, shownCpf, shownPhone } from '../../parts/brazil.ts';
import { When } from '../../parts/When.tsx';
import type { DataColumn } from '../../ui/DataTable.tsx';
import { Check, Warning } from '../../ui/icons.tsx';
import { Badge } from '../../ui/layout.tsx';
import type { ClientWords } from '../../words/clients/use.ts';

/** The columns where nobody chose others. */
export const standard = ['type', 'tax_id', 'email', 'mobile_phone', 'status'];

/** All columns that the table of clients can show; the first is always there. */
export const columnsOf = (words: ClientWords): readonly DataColumn<Client>[] => {
  const { field } = words;
  return [
    { key: 'name', title: field.name, sortKey: 'full_name', width: 240, cell: ({ name }) => name },
    { key: 'type', title: field.type, width: 80, cell: ({ type }) => words.typesShort[type] },
    {
      key: 'tax_id',
      title: field.tax_id,
      width: 170,
      cell: ({ cpf, cnpj }) => (cnpj ? shownCnpj(cnpj) : shownCpf(cpf ?? '')),
    },
    { key: 'email', title: field.email, sortKey: 'email', width: 200, cell: ({ email }) => email },
    {
      key: 'phone',
      title: field.phone,
      isWide: true,
      cell: ({ phone }) => shownPhone(phone ?? ''),
    },
    {
      key: 'mobile_phone',
      title: field.mobile_phone,
      width: 150,
      cell: ({ mobile_phone }) => shownPhone(mobile_phone ?? ''),
    },
    {
      key: 'display_name',
      title: field.display_name,
      isWide: true,
      cell: ({ display_name }) => display_name,
    },
    {
      key: 'legal_name',
      title: field.legal_name,
      isWide: true,
      width: 200,
      cell: ({ legal_name }) => legal_name,
    },
    { key: 'city', title: field.city, isWide: true, cell: ({ address }) => address?.city },
    { key: 'source', title: field.source, isWide: true, cell: ({ source }) => source },
    { key: 'tags', title: field.tags, isWide: true, cell: ({ tags }) => tags.join(', ') },
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
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <When at={updated_at} />,
    },
  ];
};
