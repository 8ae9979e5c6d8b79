import { plural } from '../plural.ts';

/* Words of computed fields: their settings, their quality, and their place on a deal. */

const form = plural('pt-BR');
const days = (n: number) => form(n, { one: `${n} dia`, other: `${n} dias` });
const deals = (n: number) =>
  form(n, { one: `${n} negócio encerrado`, other: `${n} negócios encerrados` });

export const words = {
  about:
    'O que o Pauta calcula a partir dos negócios da própria equipe. Nada sai desta instalação, a não ser que a equipe permita o modelo de linguagem.',
  probability: {
    title: 'Chance de ganhar',
    about: 'Estima a chance dos negócios abertos. Nunca muda a probabilidade que a equipe informa.',
    isOn: 'Calcular a chance de ganhar',
    usesResponsible: 'Considerar quem é responsável',
    usesResponsibleHint:
      'Desligado, o responsável não influi na estimativa nem aparece nos motivos.',
  },
  summary: {
    title: 'Resumo dos negócios',
    about: 'Um resumo feito dos fatos: fases, valor, próximo passo, último contato.',
    isOn: 'Resumir os negócios',
    language: 'Idioma do resumo',
    languages: { 'pt-BR': 'Português', en: 'Inglês' },
  },
  endpoint: {
    title: 'Modelo de linguagem',
    about:
      'Com o consentimento da equipe, textos de negócios e conversas vão para o modelo que quem opera o serviço configurou. CPF, CNPJ, telefones, e-mails, chaves Pix, cartões e nomes de contatos são trocados por códigos antes do envio.',
    isOn: 'Permitir o envio ao modelo de linguagem',
    none: 'Quem opera o serviço ainda não configurou um modelo de linguagem.',
  },
  quality: {
    title: 'Qualidade da estimativa',
    never:
      'Ainda não foi calculada. O cálculo é feito à noite e depois de cada 20 negócios encerrados.',
    fitted: 'Último cálculo',
    states: {
      too_few: (p: { missing: number }) =>
        `Ainda não há estimativa: ${form(p.missing, { one: 'falta', other: 'faltam' })} ${deals(p.missing)}.`,
      phase_share:
        'Por enquanto vale a parcela de negócios ganhos entre os que chegaram a cada fase.',
      model: 'O modelo acerta mais do que a taxa de ganho da equipe, e é usado.',
    },
    notEnough: (p: { each: number; won: number; lost: number }) =>
      `O modelo é testado a partir de ${p.each} ganhos e ${p.each} perdidos. Até agora são ${p.won} e ${p.lost}.`,
    notProven:
      'O modelo foi testado e não acertou mais do que a taxa de ganho da equipe. Ele continua fora de uso.',
    deals: 'Negócios encerrados',
    learned: 'Usados no cálculo',
    learnedValue: (p: { deals: number; won: number; lost: number }) =>
      `${p.deals} (${p.won} ganhos, ${p.lost} perdidos)`,
    brier: 'Erro do modelo (Brier)',
    base: 'Erro da taxa de ganho',
    calibration: 'Diferença média entre previsto e ocorrido',
    diagram: 'Previsto e ocorrido',
    diagramAbout:
      'Cada círculo junta estimativas parecidas. Na diagonal, a parcela de ganhos foi a prevista.',
    predicted: 'Previsto',
    observed: 'Ocorrido',
    count: 'Estimativas',
  },
  deal: {
    title: 'Chance de ganhar',
    summary: 'Resumo',
    write: 'Resumir com o modelo de linguagem',
    written: 'Escrito por um modelo de linguagem.',
    missing: (p: { n: number }) =>
      `${form(p.n, { one: 'Falta', other: 'Faltam' })} ${deals(p.n)} para uma estimativa.`,
    missingInPhase: (p: { n: number }) =>
      `Poucos negócios encerrados chegaram a esta fase: ${form(p.n, { one: 'falta', other: 'faltam' })} ${p.n}.`,
    share: (p: { won: number; reached: number }) =>
      `${p.won} de ${p.reached} que chegaram a esta fase foram ganhos.`,
    model: 'Estimado a partir dos negócios encerrados da equipe.',
    raising: 'A favor',
    lowering: 'Contra',
  },
  reply: {
    action: 'Sugerir resposta',
    draft: 'Rascunho do modelo de linguagem: leia antes de enviar.',
  },
  reasons: {
    phase: (p: { phase: string }) => `Está na fase ${p.phase}`,
    days: (p: { n: number; usual: number | null }) =>
      p.usual === null
        ? `${days(p.n)} na fase`
        : `${days(p.n)} na fase; o normal ${form(p.usual, { one: 'é', other: 'são' })} ${days(p.usual)}`,
    noValue: 'Sem valor informado',
    highValue: 'Valor acima do normal da equipe',
    lowValue: 'Valor abaixo do normal da equipe',
    source: (p: { name: string }) => `Veio de: ${p.name}`,
    noSource: 'Sem origem',
    responsible: (p: { name: string }) => `Responsável: ${p.name}`,
    noResponsible: 'Sem responsável',
    returning: 'Cliente que já comprou',
    newClient: 'Cliente novo',
    planned: 'Próximo passo marcado',
    late: 'Próximo passo atrasado',
    noStep: 'Sem próximo passo',
    noContact: 'Nenhum contato registrado',
    contact: (p: { n: number }) => (p.n === 0 ? 'Contato hoje' : `Último contato há ${days(p.n)}`),
    noSlips: 'Previsão de fechamento nunca adiada',
    slips: (p: { n: number }) =>
      `Previsão de fechamento adiada ${form(p.n, { one: `${p.n} vez`, other: `${p.n} vezes` })}`,
  },
};

export type IntelligenceWords = typeof words;
