import { useState } from 'react';
import { clientFields } from '#panel/api/records/clients.ts';
import type { Client } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { type ChangeOf, changeRecord } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import {
  formatCep,
  formatCnpj,
  formatCpf,
  formatPhone,
  isCep,
  isCnpj,
  isCpf,
  isEmail,
} from '#panel/parts/brazilian-formats.ts';
import { ChoiceField } from '#panel/parts/fields/ChoiceField.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { MaskedField } from '#panel/parts/fields/MaskedField.tsx';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { Duplicates } from './Duplicates.tsx';
import type { DuplicateFilters } from './queries.ts';

const change = changeRecord('clients');

const ofCompanies = { legal_name: {}, trade_name: {}, state_registration: {} };
const ofPersons = { rg: {}, birth_date: {}, gender: {} };
/** Fields with other controls, and those of the other type of client. */
const elsewhere = [
  ...['name', 'type', 'status', 'email', 'phone', 'mobile_phone', 'msgapp', 'cpf', 'cnpj'],
  ...Object.keys({ ...ofCompanies, ...ofPersons }),
];

const FieldWarning = ({ text }: { readonly text: string }) => (
  <p className="flex items-center gap-1 px-2 text-meta text-warn">
    <Warning size={12} />
    {text}
  </p>
);

interface Props {
  readonly slug: string;
  readonly client: Client;
  readonly isPage: boolean;
}

/** Fields of a client, edited inline. Wrong check digits cause a warning; the team's settings decide if they are refused. */
export function ClientData({ slug, client, isPage }: Props) {
  const words = useClientWords();
  const { labels, values, address: place } = useFieldWords();
  const { act, failure } = useCommand(change);
  const { id, type, cpf, cnpj } = client;
  const [tried, setTried] = useState<DuplicateFilters>({});
  const save = (fields: ChangeOf<'clients'>, base?: ChangeOf<'clients'>) => {
    setTried({ cpf: fields.cpf ?? undefined, cnpj: fields.cnpj ?? undefined });
    act({ slug, id, change: fields, base });
  };
  const phone = (name: 'phone' | 'mobile_phone' | 'msgapp') => (
    <MaskedField
      label={labels[name]}
      value={client[name]}
      onSave={(value) => save({ [name]: value })}
      shown={formatPhone}
    />
  );
  const at = client.address ?? {};
  const saveAt = (name: keyof typeof at, value: string | null) =>
    save({ address: { ...at, [name]: value } });
  return (
    <>
      <FailureNotice failure={failure} says={{ DUPLICATE_ENTRY: words.isTwin }} />
      {failure?.code === 'DUPLICATE_ENTRY' ? (
        <Duplicates slug={slug} filters={tried} except={id} />
      ) : null}
      <ChoiceField
        label={labels.status}
        value={client.status}
        choices={Object.entries(values.clients.status).map(([value, label]) => ({ value, label }))}
        onSave={(status) => save({ status: status as Client['status'] })}
      />
      <ChoiceField
        label={labels.type}
        value={type}
        choices={Object.entries(values.clients.type).map(([value, label]) => ({ value, label }))}
        onSave={(next) => save({ type: next as Client['type'] })}
      />
      {type === 'PJ' ? (
        <MaskedField
          label={labels.cnpj}
          value={cnpj}
          onSave={(value) => save({ cnpj: value })}
          shown={formatCnpj}
          note={cnpj && !isCnpj(cnpj) ? <FieldWarning text={words.wrong.cnpj} /> : undefined}
        />
      ) : (
        <MaskedField
          label={labels.cpf}
          value={cpf}
          onSave={(value) => save({ cpf: value })}
          shown={formatCpf}
          note={cpf && !isCpf(cpf) ? <FieldWarning text={words.wrong.cpf} /> : undefined}
        />
      )}
      <TextField
        label={labels.email}
        value={client.email}
        onSave={(email) => save({ email })}
        note={
          client.email && !isEmail(client.email) ? (
            <FieldWarning text={words.wrong.email} />
          ) : undefined
        }
      />
      {phone('phone')}
      {phone('mobile_phone')}
      {phone('msgapp')}
      <details open={isPage} className="flex flex-col gap-1">
        <summary className="control flex cursor-pointer items-center text-muted">
          {words.more}
        </summary>
        <Properties
          slug={slug}
          kind="clients"
          fields={clientFields}
          record={client}
          save={save}
          properties={{
            ...(type === 'PJ' ? ofCompanies : ofPersons),
            display_name: {},
            source: {},
            tags: {},
          }}
          hidden={elsewhere}
        />
        <h2 className="pt-2 font-medium">{labels.address}</h2>
        <MaskedField
          label={place.zip_code}
          value={at.zip_code ?? null}
          onSave={(value) => saveAt('zip_code', value)}
          shown={formatCep}
          note={
            at.zip_code && !isCep(at.zip_code) ? <FieldWarning text={words.wrong.zip} /> : undefined
          }
        />
        {(
          ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'country'] as const
        ).map((name) => (
          <TextField
            key={name}
            label={place[name]}
            value={at[name] ?? null}
            onSave={(value) => saveAt(name, value)}
          />
        ))}
        <LongTextField
          label={labels.notes}
          value={client.notes}
          onSave={(notes, base) => save({ notes }, { notes: base })}
        />
      </details>
    </>
  );
}
