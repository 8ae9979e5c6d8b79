import { useMemo } from 'react';
import { useTimeZone } from '#panel/data/use-today.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { formatCep, formatCnpj, formatCpf, formatPhone } from '#panel/parts/brazilian-formats.ts';
import { formatDay, isDay } from '#panel/ui/calendar/days.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { valuesOf } from '#panel/words/fields/words.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { isOpen } from './types.ts';

const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formats by field, for texts with a notation of their kind. */
const notations: Readonly<Record<string, (text: string) => string>> = {
  cpf: formatCpf,
  cnpj: formatCnpj,
  phone: formatPhone,
  mobile_phone: formatPhone,
  msgapp: formatPhone,
  zip_code: formatCep,
};

/** Parts of an address, in the order in which people read them. */
const addressParts = [
  ...['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code', 'country'],
];

/** Returns a function that says a value as the record will have it. */
export function useCellText(): (resource: string, field: string, value: unknown) => string {
  const { samples: words } = useImportRowsWords();
  const fields = useFieldWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const money = useMoneyFormat();
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(locale, {
      ...{ dateStyle: 'short', timeStyle: 'short', timeZone },
    });
    const number = new Intl.NumberFormat(locale).format;
    const say = (resource: string, field: string, value: unknown): string => {
      if (value === null || value === undefined) return '';
      if (typeof value === 'boolean' || field === 'is_completed')
        return value === true || value === 'true' ? words.yes : words.no;
      if (typeof value === 'number')
        return resource === 'deals' && field === 'value' ? money(value) : number(value);
      if (Array.isArray(value)) return value.map(String).join(', ');
      if (isOpen(value))
        return (
          field === 'address'
            ? addressParts.map((part) => [part, value[part]] as const)
            : Object.entries(value)
        )
          .filter(([, part]) => part !== undefined && part !== '')
          .map(([part, text]) => say(resource, part, text))
          .join(', ');
      const text = String(value);
      if (isDay(text)) return formatDay(text, locale, numeric);
      if (moment.test(text)) return time.format(new Date(text));
      return valuesOf(fields, resource, field)?.[text] ?? notations[field]?.(text) ?? text;
    };
    return say;
  }, [words, fields, locale, timeZone, money]);
}
