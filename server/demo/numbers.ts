import {
  cnpjDigits,
  cpfDigits,
  hasCnpjDigits,
  hasCpfDigits,
} from '../features/crm/clients/tax-ids.ts';
import { slugOf } from '../records/slugs.ts';
import type { Random } from './random.ts';

/** Numbers and addresses that are unique within a team; returns each only once. */
export interface Numbers {
  /** 11 digits. */
  cpf(): string;
  /** 14 characters; with letters, as issued by the Receita Federal since July 2026. */
  cnpj(withLetters: boolean): string;
  /** Digits with the country code. */
  mobile(areaCode: string): string;
  email(name: string, domain: string): string;
}

// Letters that cannot be mistaken for digits.
const characters = '0123456789ABCDEGHJKLMNPRSTVWXYZ';

/** @param taken the team's existing values: bare tax ids, phones, e-mail addresses in lower case */
export function numbersFrom(random: Random, taken: Set<string>): Numbers {
  function unused(draw: (attempt: number) => string, fits: (text: string) => boolean = () => true) {
    for (let attempt = 1; ; attempt++) {
      const text = draw(attempt);
      if (taken.has(text) || !fits(text)) continue;
      taken.add(text);
      return text;
    }
  }
  return {
    cpf: () =>
      unused(() => {
        const base = random.digits('#########');
        return base + cpfDigits(base);
      }, hasCpfDigits),
    cnpj: (withLetters) =>
      unused(
        () => {
          const root = withLetters
            ? Array.from({ length: 8 }, () => random.pick([...characters])).join('')
            : random.digits('########');
          const base = `${root}0001`;
          return base + cnpjDigits(base);
        },
        (text) => hasCnpjDigits(text) && /[A-Z]/.test(text) === withLetters,
      ),
    mobile: (areaCode) =>
      unused(
        // No subscriber number begins with 901 to 909 (the codes of collect calls): if a real gateway is connected one day,
        // messages to demo contacts reach no one.
        () => `55${areaCode}90${random.int(1, 9)}${random.digits('######')}`,
        // The sandbox network fails or delays messages to these numbers.
        (phone) => !/000[0-4]$/.test(phone),
      ),
    email: (name, domain) =>
      unused((attempt) => {
        const words = slugOf(name, 'contato').replaceAll('-', '.');
        return `${words}${attempt === 1 ? '' : attempt}@${domain}`;
      }),
  };
}

const grouped = (shape: RegExp, to: string) => (bare: string) => bare.replace(shape, to);

export const formatCpf = grouped(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
export const formatCnpj = grouped(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
/** `5511901234567` → `(11) 90123-4567` */
export const formatMobile = grouped(/^55(..)(.....)(....)$/, '($1) $2-$3');
