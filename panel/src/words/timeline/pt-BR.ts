import { plural } from '../plural.ts';

const forms = plural('pt-BR');

export const words = {
  title: 'Linha do tempo',
  filter: 'Mostrar só',
  none: 'Nada aconteceu ainda. Conversas, negócios, tarefas concluídas e comentários aparecem aqui.',
  further: 'Mostrar o que veio antes',
  kinds: {
    comments: 'Comentários',
    contracts: 'Contratos',
  },
  messages: (p: { count: number }) =>
    forms(p.count, { one: `${p.count} mensagem`, other: `${p.count} mensagens` }),
  decided: {
    approved: (p: { name: string }) => `${p.name} aprovou:`,
    changes: (p: { name: string }) => `${p.name} pediu ajuste em:`,
    rejected: (p: { name: string }) => `${p.name} recusou:`,
  },
  deeds: {
    'deals created': 'Novo negócio:',
    'projects created': 'Novo projeto:',
    'campaigns created': 'Nova campanha:',
    'contracts created': 'Novo contrato:',
    'contacts created': 'Novo contato:',
    'record created': 'Cadastro criado:',
    'activities planned': 'Atividade prevista:',
    'activities completed': 'Atividade concluída:',
    'tasks completed': 'Tarefa concluída:',
    'projects completed': 'Projeto concluído:',
    won: 'Negócio ganho:',
    lost: 'Negócio perdido:',
    phase: 'Negócio mudou de fase:',
    status: 'Situação mudou:',
    approval_status: 'Aprovação mudou:',
    comment: 'Comentário:',
    day: 'Conversa em',
  } as Record<string, string>,
};

export type TimelineWords = typeof words;
