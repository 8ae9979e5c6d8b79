/*
 * Summary of a deal without a language model: sentences made of facts, in the team's language (ADR 246). It contains dates, not ages, so that
 * it changes only if a fact does.
 */

import { phaseName } from '#server/platform/phase-names.ts';

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** Max characters of a summary. */
export const maxSummary = 600;

/** Days are YYYY-MM-DD, in the team’s time zone. */
export interface DealFacts {
  readonly created_on: string;
  readonly is_archived: boolean;
  readonly meaning: 'open' | 'won' | 'lost';
  readonly value: number | null;
  readonly loss_reason: string | null;
  /** Phases in the order of its way; the last one is the current one. */
  readonly phases: readonly { readonly phase: string; readonly since: string }[];
  /** The last message, or the last completed activity or note, if that is later. */
  readonly contact: {
    readonly on: string;
    readonly from: 'client' | 'team' | 'activity';
    readonly text: string;
  } | null;
  readonly next_step: { readonly title: string; readonly on: string | null } | null;
  /** The last unanswered message of the client that asks something. */
  readonly question: { readonly on: string; readonly text: string } | null;
}

interface Words {
  readonly opened: (day: string) => string;
  readonly way: (phases: string, since: string) => string;
  readonly stays: (phase: string, since: string) => string;
  readonly won: (day: string) => string;
  readonly lost: (day: string, reason: string | null) => string;
  readonly archived: string;
  readonly value: (amount: string) => string;
  readonly contact: Readonly<
    Record<'client' | 'team' | 'activity', (day: string, quote: string) => string>
  >;
  readonly noContact: string;
  readonly step: (title: string, day: string | null) => string;
  readonly noStep: string;
  readonly question: (day: string, quote: string) => string;
}

const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    opened: (day) => `Aberto em ${day}.`,
    way: (phases, since) => `Passou por ${phases} (desde ${since}).`,
    stays: (phase, since) => `Em ${phase} desde ${since}.`,
    won: (day) => `Ganho em ${day}.`,
    lost: (day, reason) =>
      `Perdido em ${day}${reason === null ? ', sem motivo registrado' : `: ${reason}`}.`,
    archived: 'Arquivado.',
    value: (amount) => `Valor: ${amount}.`,
    contact: {
      client: (day, quote) => `Último contato em ${day}, do cliente: “${quote}”.`,
      team: (day, quote) => `Último contato em ${day}, da equipe: “${quote}”.`,
      activity: (day, quote) => `Última atividade em ${day}: ${quote}.`,
    },
    noContact: 'Nenhum contato registrado.',
    step: (title, day) => `Próximo passo: ${title}${day === null ? '' : ` (${day})`}.`,
    noStep: 'Sem próximo passo.',
    question: (day, quote) => `Pergunta sem resposta desde ${day}: “${quote}”.`,
  },
  en: {
    opened: (day) => `Opened on ${day}.`,
    way: (phases, since) => `Went through ${phases} (since ${since}).`,
    stays: (phase, since) => `In ${phase} since ${since}.`,
    won: (day) => `Won on ${day}.`,
    lost: (day, reason) =>
      `Lost on ${day}${reason === null ? ', no reason recorded' : `: ${reason}`}.`,
    archived: 'Archived.',
    value: (amount) => `Value: ${amount}.`,
    contact: {
      client: (day, quote) => `Last contact on ${day}, from the client: “${quote}”.`,
      team: (day, quote) => `Last contact on ${day}, from the team: “${quote}”.`,
      activity: (day, quote) => `Last activity on ${day}: ${quote}.`,
    },
    noContact: 'No contact recorded.',
    step: (title, day) => `Next step: ${title}${day === null ? '' : ` (${day})`}.`,
    noStep: 'No next step.',
    question: (day, quote) => `Unanswered question since ${day}: “${quote}”.`,
  },
};

/** Cuts a text at a number of characters, on one line. */
export function shorten(text: string, max: number): string {
  const characters = [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()];
  return characters.length <= max
    ? characters.join('')
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

const dayIn = (language: Language, day: string) => {
  const [year, month, date] = day.split('-');
  return language === 'pt-BR' ? `${date}/${month}/${year}` : day;
};

const amountIn = (language: Language, value: number) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' })
    .format(value)
    .replaceAll(/\s/gu, ' ');

/** Phases of a long way that are named: the first and the last ones. */
function wayOf(phases: DealFacts['phases']): string {
  const names = phases.map(({ phase }) => shorten(phaseName(phase), 24));
  const few = names.length <= 5 ? names : [names[0], '…', ...names.slice(-3)];
  return few.join(' → ');
}

/** The summary. @param showsValue false for readers who may not see values */
export function extractOf(facts: DealFacts, language: Language, showsValue = true): string {
  const say = words[language];
  const day = (of: string) => dayIn(language, of);
  const { phases, meaning, contact, next_step, question, value } = facts;
  const last = phases.at(-1);
  const since = day(last?.since ?? facts.created_on);
  const isOpen = meaning === 'open' && !facts.is_archived;
  const sentences = [
    say.opened(day(facts.created_on)),
    ...(last
      ? [
          phases.length > 1
            ? say.way(wayOf(phases), since)
            : say.stays(shorten(phaseName(last.phase), 24), since),
        ]
      : []),
    ...(meaning === 'won' ? [say.won(since)] : []),
    ...(meaning === 'lost'
      ? [say.lost(since, facts.loss_reason ? shorten(facts.loss_reason, 60) : null)]
      : []),
    ...(facts.is_archived && meaning === 'open' ? [say.archived] : []),
    ...(value !== null && showsValue ? [say.value(amountIn(language, value))] : []),
    ...(isOpen
      ? [
          next_step
            ? say.step(
                shorten(next_step.title, 70),
                next_step.on === null ? null : day(next_step.on),
              )
            : say.noStep,
        ]
      : []),
    ...(question && isOpen ? [say.question(day(question.on), shorten(question.text, 100))] : []),
    // A question that is quoted already is not quoted again.
    ...(contact && !(isOpen && question && contact.text === question.text)
      ? [say.contact[contact.from](day(contact.on), shorten(contact.text, 110))]
      : []),
    ...(contact ? [] : [say.noContact]),
  ];
  return shorten(sentences.join(' '), maxSummary);
}
