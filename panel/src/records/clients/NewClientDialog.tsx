import { type ChangeEvent, useState } from 'react';
import { request } from '#panel/api/call.ts';
import { clientFields } from '#panel/api/records/clients.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { applyMask, isCnpj, isCpf, type Mask } from '#panel/parts/brazilian-formats.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { Duplicates } from './Duplicates.tsx';

type Type = 'PF' | 'PJ';

/** Value of a masked field; punctuation is added while typing at its end. */
function useMasked(mask: Mask) {
  const [value, set] = useState('');
  return {
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const typed = currentTarget.value;
      const isWrittenOn =
        typed.length > value.length && currentTarget.selectionStart === typed.length;
      set(isWrittenOn ? applyMask(mask, typed) : typed);
    },
  };
}

/** Returns the number once it is long enough to search for duplicates. */
const completeNumber = (text: string, least: number) =>
  text.replace(/[^0-9A-Za-z]/g, '').length >= least ? text : undefined;

/** Creates a client by keyboard alone: kind, name, tax id, contact details. Warns of duplicates before submission. */
export function NewClientDialog({
  slug,
  onClose,
}: {
  readonly slug: string;
  readonly onClose: () => void;
}) {
  const words = useClientWords();
  const { labels, values } = useFieldWords();
  const { common } = useWords();
  const [type, setType] = useState<Type>('PJ');
  const cnpj = useMasked('cnpj');
  const cpf = useMasked('cpf');
  const phone = useMasked('phone');
  const taxId = type === 'PJ' ? cnpj : cpf;
  const act = useAction(
    (values: Values) =>
      request('POST /teams/{team_slug}/clients', {
        at: { team_slug: slug },
        body: {
          type,
          name: values('name').trim(),
          [type === 'PJ' ? 'cnpj' : 'cpf']: values(type === 'PJ' ? 'cnpj' : 'cpf').trim() || null,
          email: values('email').trim() || null,
          mobile_phone: values('mobile_phone').trim() || null,
        },
      }),
    async ({ id, name }) => {
      onClose();
      say(words.created({ name }));
      await queryClient.invalidateQueries({ queryKey: ['team', slug, 'clients'] });
      openPeek('clients', id);
    },
  );
  const isWrong =
    completeNumber(taxId.value, type === 'PJ' ? 14 : 11) !== undefined &&
    !(type === 'PJ' ? isCnpj : isCpf)(taxId.value);
  const hint = isWrong ? words.wrong[type === 'PJ' ? 'cnpj' : 'cpf'] : undefined;
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.createSubmit}>
        <fieldset className="flex gap-4">
          <legend className="sr-only">{labels.type}</legend>
          {(['PJ', 'PF'] as const).map((each) => (
            <label key={each} className="control flex items-center gap-2">
              <input
                type="radio"
                name="type"
                value={each}
                checked={type === each}
                onChange={() => setType(each)}
                className="size-4 accent-accent"
              />
              {values.clients.type[each]}
            </label>
          ))}
        </fieldset>
        <Field
          label={labels.name}
          name="name"
          maxLength={clientFields.name.maxLength}
          autoComplete="off"
          required
        />
        <div className="flex flex-col gap-1">
          <Field
            key={type}
            label={labels[type === 'PJ' ? 'cnpj' : 'cpf']}
            name={type === 'PJ' ? 'cnpj' : 'cpf'}
            hint={hint}
            maxLength={clientFields.cnpj.maxLength}
            autoComplete="off"
            {...taxId}
          />
          <Duplicates
            slug={slug}
            onFollow={onClose}
            filters={
              type === 'PJ'
                ? { cnpj: completeNumber(cnpj.value, 14) }
                : { cpf: completeNumber(cpf.value, 11) }
            }
          />
        </div>
        <Field
          label={labels.email}
          name="email"
          type="email"
          maxLength={clientFields.email.maxLength}
          autoComplete="off"
        />
        <div className="flex flex-col gap-1">
          <Field
            label={labels.mobile_phone}
            name="mobile_phone"
            type="tel"
            maxLength={clientFields.phone.maxLength}
            autoComplete="off"
            {...phone}
          />
          <Duplicates
            slug={slug}
            filters={{ phone: completeNumber(phone.value, 10) }}
            onFollow={onClose}
          />
        </div>
        <FailureNotice failure={act.failure} says={{ DUPLICATE_ENTRY: words.isTwin }} />
      </Form>
    </Dialog>
  );
}
