import type { Decision } from '#server/features/approvals/table.ts';

/* Texts of the approval page, in both languages. */

const pt = {
  lang: 'pt-BR',
  page: 'Aprovação',
  asks: (team: string) => `${team} pede a sua aprovação`,
  description: 'Abra para ver e responder. Não é preciso ter conta.',
  progress: (done: number, all: number) => `${done} de ${all} respondidas`,
  period: 'Período',
  until: 'até',
  from: 'a partir de',
  platforms: 'Onde será publicada',
  pillars: 'Pilares de conteúdo',
  goals: 'Objetivos',
  about: 'Descrição',
  pieces: 'Peças',
  download: 'Baixar',
  noLonger: 'retirada',
  legend: 'Mudanças desde a rodada anterior:',
  added: 'incluído',
  removed: 'retirado',
  noChanges: 'Nada do que é mostrado aqui mudou desde a rodada anterior.',
  round: (n: number) => `${n}ª rodada`,
  yourAnswer: 'Sua resposta',
  name: 'Seu nome',
  comment: 'Comentário',
  commentHint: 'Obrigatório para pedir ajuste ou recusar.',
  decide: { approved: 'Aprovar', changes: 'Pedir ajuste', rejected: 'Recusar' } satisfies Record<
    Decision,
    string
  >,
  decided: {
    approved: 'Aprovada',
    changes: 'Ajuste pedido',
    rejected: 'Recusada',
  } satisfies Record<Decision, string>,
  by: (name: string, when: string) => `por ${name}, em ${when}`,
  receipt: 'Resposta registrada',
  receiptText: 'A equipe já foi avisada. Você pode fechar esta página.',
  waiting: (done: number, needed: number) => `${done} de ${needed} aprovações`,
  stillOthers: 'Falta a resposta de outras pessoas.',
  changing: 'A equipe está alterando esta campanha. A nova versão aparecerá neste mesmo link.',
  withdrawn: 'Esta campanha não precisa mais da sua resposta.',
  holds: (when: string) => `Este link vale até ${when}.`,
  pin: 'PIN',
  pinTitle: 'Digite o PIN',
  pinText: 'A equipe protegeu este link com um PIN. Quem enviou o link pode informá-lo.',
  pinWrong: 'O PIN não confere. Tente de novo.',
  pinWait: 'Foram muitos PINs errados. Espere alguns minutos e tente de novo.',
  open: 'Abrir',
  goneTitle: 'Este link não vale mais',
  goneText: 'Ele expirou, foi substituído ou nunca existiu. Peça um novo a quem enviou.',
  busyTitle: 'Muitas tentativas',
  busyText: 'Espere um minuto e abra o link de novo.',
  failedTitle: 'Algo deu errado',
  failedText: 'Sua resposta pode não ter sido registrada. Abra o link de novo para conferir.',
  forgedText: 'A resposta precisa ser enviada por esta página. Abra o link de novo.',
  again: 'Abrir de novo',
  changed: 'A campanha mudou enquanto você olhava. Veja a versão atual antes de responder.',
  changedLater:
    'A campanha mudou enquanto você olhava, e a equipe ainda está trabalhando nela. Sua resposta não foi registrada.',
  taken: 'Alguém já respondeu. A resposta registrada está abaixo.',
  over: 'Esta campanha não precisa mais da sua resposta.',
  same: 'Você já respondeu com este nome. Outra pessoa responde com o próprio nome.',
  needsName: 'Informe o seu nome.',
  needsComment: 'Escreva o que precisa mudar ou por que não.',
  tooLong: 'O texto é longo demais: até 2.000 caracteres.',
  kB: 'kB',
  MB: 'MB',
};

export type Texts = typeof pt;

const en: Texts = {
  lang: 'en',
  page: 'Approval',
  asks: (team) => `${team} asks for your approval`,
  description: 'Open it to review and answer. No account is needed.',
  progress: (done, all) => `${done} of ${all} answered`,
  period: 'Period',
  until: 'to',
  from: 'from',
  platforms: 'Where it will be published',
  pillars: 'Content pillars',
  goals: 'Goals',
  about: 'Description',
  pieces: 'Pieces',
  download: 'Download',
  noLonger: 'withdrawn',
  legend: 'Changes since the previous round:',
  added: 'added',
  removed: 'removed',
  noChanges: 'Nothing shown here has changed since the previous round.',
  round: (n) => `Round ${n}`,
  yourAnswer: 'Your answer',
  name: 'Your name',
  comment: 'Comment',
  commentHint: 'Required to request changes or to reject.',
  decide: { approved: 'Approve', changes: 'Request changes', rejected: 'Reject' },
  decided: { approved: 'Approved', changes: 'Changes requested', rejected: 'Rejected' },
  by: (name, when) => `by ${name}, on ${when}`,
  receipt: 'Your answer was recorded',
  receiptText: 'The team has been notified. You can close this page.',
  waiting: (done, needed) => `${done} of ${needed} approvals`,
  stillOthers: 'Other people have not answered yet.',
  changing: 'The team is changing this campaign. The new version will be shown at this same link.',
  withdrawn: 'This campaign no longer needs your answer.',
  holds: (when) => `This link is valid until ${when}.`,
  pin: 'PIN',
  pinTitle: 'Enter the PIN',
  pinText: 'The team protected this link with a PIN. Ask the person who sent you the link.',
  pinWrong: 'Incorrect PIN. Try again.',
  pinWait: 'Too many incorrect PINs. Wait a few minutes, then try again.',
  open: 'Open',
  goneTitle: 'This link no longer works',
  goneText: 'It expired, was replaced, or never existed. Ask the person who sent it for a new one.',
  busyTitle: 'Too many attempts',
  busyText: 'Wait a minute, then open the link again.',
  failedTitle: 'Something went wrong',
  failedText: 'Your answer may not have been recorded. Open the link again to see.',
  forgedText: 'Answers must be sent from this page. Open the link again.',
  again: 'Open again',
  changed: 'The campaign changed while you were looking. Review the current version, then answer.',
  changedLater:
    'The campaign changed while you were looking, and the team is still working on it. Your answer was not recorded.',
  taken: 'Someone has already answered. The recorded answer is below.',
  over: 'This campaign no longer needs your answer.',
  same: 'You have already answered under this name. Another person must use their own name.',
  needsName: 'Enter your name.',
  needsComment: 'Explain what should change, or why you reject it.',
  tooLong: 'The text is too long: at most 2,000 characters.',
  kB: 'kB',
  MB: 'MB',
};

/** Preferred language of the browser; Portuguese if it names neither. */
export function textsFor(accepted: string | undefined): Texts {
  const weights = { pt: 0, en: 0 };
  for (const entry of (accepted ?? '').slice(0, 1_000).toLowerCase().split(',')) {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const [language = ''] = tag.split('-');
    if (language !== 'pt' && language !== 'en') continue;
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    weights[language] = Math.max(weights[language], Number(weight) || 0);
  }
  return weights.en > weights.pt ? en : pt;
}
