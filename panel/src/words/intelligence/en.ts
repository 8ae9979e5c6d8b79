import { plural } from '../plural.ts';
import type { IntelligenceWords } from './pt-BR.ts';

const form = plural('en');
const days = (n: number) => form(n, { one: `${n} day`, other: `${n} days` });
const deals = (n: number) => form(n, { one: `${n} closed deal`, other: `${n} closed deals` });

export const words: IntelligenceWords = {
  about:
    'Computed from the team’s own deals. Nothing leaves this installation unless the team allows the language model.',
  probability: {
    title: 'Win probability',
    about:
      'Estimates the chance of open deals. It never changes the probability that the team sets.',
    isOn: 'Estimate the chance of winning',
    usesResponsible: 'Consider the responsible person',
    usesResponsibleHint:
      'If off, the responsible person neither affects the estimate nor appears in its reasons.',
  },
  summary: {
    title: 'Summary of deals',
    about: 'A summary made of facts: phases, value, next step, last contact.',
    isOn: 'Summarize deals',
    language: 'Language of summaries',
    languages: { 'pt-BR': 'Portuguese', en: 'English' },
  },
  endpoint: {
    title: 'Language model',
    about:
      'With the team’s consent, texts of deals and conversations are sent to the model that the operator configured. CPF, CNPJ, phone numbers, e-mail addresses, Pix keys, cards and names of contacts are replaced by codes before.',
    isOn: 'Allow sending to the language model',
    none: 'The operator of this installation has not configured a language model.',
  },
  quality: {
    title: 'Quality of the estimate',
    never: 'Not computed yet. It is computed at night and after every 20 closed deals.',
    fitted: 'Last computed',
    states: {
      too_few: (p) =>
        `No estimates yet: ${deals(p.missing)} ${form(p.missing, { one: 'is', other: 'are' })} missing.`,
      phase_share: 'For now, the share of won deals among those that reached each phase is used.',
      model: 'The model is more accurate than the team’s win rate, and is used.',
    },
    notEnough: (p) =>
      `The model is tested from ${p.each} won and ${p.each} lost deals; there are ${p.won} and ${p.lost}.`,
    notProven:
      'The model was tested and was not more accurate than the team’s win rate. It is not used.',
    deals: 'Closed deals',
    learned: 'Used in the computation',
    learnedValue: (p) => `${p.deals} (${p.won} won, ${p.lost} lost)`,
    brier: 'Error of the model (Brier)',
    base: 'Error of the win rate',
    calibration: 'Mean difference of predicted and observed',
    diagram: 'Predicted and observed',
    diagramAbout:
      'Each circle groups similar estimates. On the diagonal, the share of won deals was as predicted.',
    predicted: 'Predicted',
    observed: 'Observed',
    count: 'Estimates',
  },
  deal: {
    title: 'Win probability',
    summary: 'Summary',
    write: 'Summarize with the language model',
    written: 'Written by a language model.',
    missing: (p) =>
      `${deals(p.n)} ${form(p.n, { one: 'is', other: 'are' })} missing for an estimate.`,
    missingInPhase: (p) => `Few closed deals reached this phase: ${p.n} missing.`,
    share: (p) => `${p.won} of ${p.reached} that reached this phase were won.`,
    model: 'Estimated from the team’s closed deals.',
    raising: 'In favor',
    lowering: 'Against',
  },
  reply: {
    action: 'Suggest a reply',
    draft: 'Draft by the language model: read it before you send it.',
  },
  reasons: {
    phase: (p) => `In phase ${p.phase}`,
    days: (p) =>
      p.usual === null
        ? `${days(p.n)} in the phase`
        : `${days(p.n)} in the phase; usually ${days(p.usual)}`,
    noValue: 'Without a value',
    highValue: 'Value above the team’s usual',
    lowValue: 'Value below the team’s usual',
    source: (p) => `Source: ${p.name}`,
    noSource: 'Without a source',
    responsible: (p) => `Responsible: ${p.name}`,
    noResponsible: 'Nobody responsible',
    returning: 'The client has bought before',
    newClient: 'New client',
    planned: 'Next step planned',
    late: 'Next step late',
    noStep: 'No next step',
    noContact: 'No contact recorded',
    contact: (p) => (p.n === 0 ? 'Contact today' : `Last contact ${days(p.n)} ago`),
    noSlips: 'Expected close never postponed',
    slips: (p) => `Expected close postponed ${form(p.n, { one: 'once', other: `${p.n} times` })}`,
  },
};
