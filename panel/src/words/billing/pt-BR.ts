/* Billing lines of contracts. */

export const words = {
  about:
    'O que faturar: uma linha por período de contrato encerrado, com o valor e as horas excedentes.',
  title: 'Faturamento do contrato',
  manage: 'Faturar em Ajustes',
  none: 'Nada por aqui. Quando o período de um contrato ativo terminar, a linha aparece sozinha.',
  noneMatching: 'Nenhuma linha com essa situação.',
  all: 'Todas',
  show: 'Mostrar',
  download: 'Baixar CSV',
  days: (p: { from: string; to: string }) => `${p.from} a ${p.to}`,
  noClient: 'Sem cliente',
  overage: (p: { time: string; value: string }) => `${p.time} além do incluído: ${p.value}`,
  actionsFor: (p: { name: string }) => `Ações: ${p.name}`,
  bill: 'Marcar como faturada',
  referenceOf: (p: { name: string }) => `Número da nota ou endereço da cobrança de ${p.name}`,
  waive: 'Dispensar',
  reopen: 'Voltar para a faturar',
  recalculate: 'Recalcular',
};

export type BillingWords = typeof words;
