import { useMemo } from 'react';
import { clientFields } from '#panel/api/records/clients.ts';
import type { Client } from '#panel/api/types.ts';
import type { ChangeOf } from '#panel/data/records.ts';
import { formatCnpj, formatCpf, formatPhone } from '#panel/parts/brazilian-formats.ts';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** Default columns. */
export const defaultColumns = ['type', 'tax_id', 'email', 'mobile_phone', 'status'];

type Save = (client: Client, change: ChangeOf<'clients'>) => void;

/** All columns of the client table; the first is always shown. */
export function useColumns(save: Save) {
  const words = useClientWords();
  const texts = useFieldTexts('clients');
  const { address } = useFieldWords();
  return useMemo(
    () =>
      fieldColumns<Client>({
        fields: clientFields,
        texts,
        save,
        columns: {
          name: { sortKey: 'full_name', width: 240 },
          type: { width: 80, cell: ({ type }) => words.typesShort[type], edit: undefined },
          tax_id: {
            title: words.taxId,
            width: 170,
            cell: ({ cpf, cnpj }) => (cnpj ? formatCnpj(cnpj) : formatCpf(cpf ?? '')),
            edit: {
              value: ({ type, cpf, cnpj }) => (type === 'PJ' ? cnpj : cpf) ?? '',
              save: (client, value) =>
                save(client, { [client.type === 'PJ' ? 'cnpj' : 'cpf']: value || null }),
              maxLength: clientFields.cnpj.maxLength,
            },
          },
          email: { width: 200 },
          phone: { cell: ({ phone }) => formatPhone(phone ?? '') },
          mobile_phone: {
            width: 150,
            cell: ({ mobile_phone }) => formatPhone(mobile_phone ?? ''),
          },
          display_name: {},
          legal_name: { width: 200, isWide: true, edit: undefined },
          trade_name: { edit: undefined },
          city: { title: address.city, isWide: true, cell: (client) => client.address?.city },
          source: {},
          tags: {},
          status: {
            sortKey: 'is_active',
            width: 110,
            cell: ({ status }) => <StatusBadge of={status} />,
          },
        },
        hidden: ['msgapp', 'cpf', 'rg', 'birth_date', 'gender', 'cnpj', 'state_registration'],
      }),
    [words, texts, address, save],
  );
}
