/* Synthetic texts with identifiers of people, as they occur in messages to Brazilian agencies. */

/** Random numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number) {
  let state = (seed * 7_919 + 1) | 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 5; i += 1) next();
  return next;
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
const nicknames = ['Duda', 'Xuxu', 'Tonhão', 'Mazé', 'Kiko da Kombi'];

/** A text with identifiers. */
export interface IdentifiedText {
  readonly name: string;
  readonly nickname: string;
  readonly text: string;
  /** Identifiers as they were written, without hidden characters. */
  readonly identifiers: readonly string[];
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The text that a reader sees. */
export const readable = (text: string) => text.normalize('NFKC').replaceAll('\u200b', '');

export function identifiedText(seed: number): IdentifiedText {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const digits = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('');
  const shaped = (shape: string) => shape.replaceAll('0', () => digits(1));
  const hex = () =>
    Math.floor(random() * 65_536)
      .toString(16)
      .padStart(4, '0');
  const name = `${pick(first)} ${pick(last)}`;
  const nickname = pick(nicknames);
  const spelled = pick([
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text.normalize('NFD'),
    (text: string) => folded(text),
    (text: string) => text.replaceAll(' ', '\n'),
    (text: string) => text.replaceAll(' ', '_'),
    // Split at the end of a line.
    (text: string) => text.replaceAll(/(\p{L}{3})(\p{L}{2,})/gu, '$1-\n$2'),
    (text: string) => text.replaceAll(/(\p{L}{2})(\p{L}{3,})/gu, '$1\n$2'),
    // One letter at a time.
    (text: string) => [...text.replaceAll(/[ ']/g, '')].join('.'),
  ]);
  const [firstName = ''] = name.split(' ');
  const lastName = name.split(' ').at(-1) ?? '';
  /** Names as parts of words, and in names of accounts. */
  const joined = pick([
    `${firstName}${lastName}`,
    `@${folded(firstName)}.${folded(lastName)}`,
    `${lastName}zinho`,
    `eu${lastName}`,
    `#${firstName}${lastName}2027`,
    `instagram.com/${folded(lastName)}_oficial`,
  ]);
  const wide = (text: string) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const hidden = (text: string) => [...text].join('\u200b');
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
      '(00)\n90000-\n0000',
    ]),
  );
  const cpf = shaped(
    pick([
      '000.000.000-00',
      '00000000000',
      '000 000 000 00',
      '000.000.000/00',
      '000·000·000·00',
      '000.000.\n000-00',
    ]),
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
    `ze${digits(3)}@intranet`,
    `ze${digits(3)}@\nexample.com`,
  ]);
  const uuid = [
    hex() + hex(),
    hex(),
    `4${hex().slice(1)}`,
    `a${hex().slice(1)}`,
    hex() + hex() + hex(),
  ];
  const pix = pick([
    uuid.join('-'),
    uuid.join(''),
    uuid.join('-').toUpperCase(),
    uuid.join('-\n'),
    `00020126580014br.gov.bcb.pix0136${uuid.join('-')}5204000053039865802BR5913${name}6008Brasilia62070503***6304${hex().toUpperCase()}`,
  ]);
  const card = shaped(
    pick(['0000 0000 0000 0000', '0000-0000-0000-0000', '0000000000000000', '0000 000000 00000']),
  );
  const number = pick([(text: string) => text, (text: string) => text, wide, hidden]);
  const parts = [
    `Oi, aqui é ${spelled(name)}, do site.`,
    `Meu CPF é ${number(cpf)}, pode usar.`,
    `CNPJ: ${cnpj};`,
    `liga no ${number(phone)}!`,
    `e-mail ${email}.`,
    `Pix ${pix}\n`,
    `cartão ${number(card)} val 12/29`,
    `(${spelled(firstName)})`,
    `me chamam de ${nickname},`,
    `perfil ${joined} ok`,
  ].toSorted(() => random() - 0.5);
  return {
    name,
    nickname,
    text: parts.join(pick([' ', '\n', ' — '])),
    identifiers: [phone, cpf, cnpj, email, pix, card, uuid.join('-')],
  };
}

/**
 * Identifiers that a text contains, found without the code under test: long numbers, addresses, and names in any spelling, also in words.
 * @param placeholder pattern of the values that were hidden
 */
export function leaksIn(
  text: string,
  { name, nickname, identifiers }: Omit<IdentifiedText, 'text'>,
  placeholder = /\[[A-Z]+_\d+_[a-z]+\]/g,
): string[] {
  const leaks: string[] = [];
  const rest = readable(text)
    .replace(placeholder, ' ; ')
    .replace(/\b12\/29\b/g, ' ');
  const plain = folded(rest);
  if (/\d(?:\D{0,3}\d){6,}/.test(plain)) leaks.push('a number of seven digits');
  if (/@|arroba/.test(plain)) leaks.push('an address');
  const bare = plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
  for (const identifier of identifiers)
    if (bare.includes(folded(readable(identifier)).replaceAll(/[^\p{L}\p{N}]/gu, '')))
      leaks.push(identifier);
  const words = new Set(plain.match(/\p{L}+/gu));
  const isParticle = (word: string) => ['de', 'dos', 'da'].includes(word);
  for (const word of folded(`${name} ${nickname}`).replaceAll("'", '').split(' '))
    if (!isParticle(word) && (word.length < 5 ? words.has(word) : bare.includes(word)))
      leaks.push(`${word} of a name`);
  return leaks;
}
