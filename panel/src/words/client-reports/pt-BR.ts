/* Words of the links to a client's report page. */

export const words = {
  title: (p: { name: string }) => `Relatório para ${p.name}`,
  about:
    'Uma página com a marca da agência, sem senha nem conta: o que foi feito, as horas do contrato, as campanhas e as aprovações do período. O cliente pode imprimi-la.',
  create: 'Criar link',
  period: 'Período da página',
  choices: { month: 'Este mês', 'last-month': 'Mês passado', quarter: 'Últimos 3 meses' },
  showsTasks: 'Mostrar as tarefas concluídas',
  showsTasksHint: 'Os títulos aparecem como a equipe os escreveu.',
  showsHours: 'Mostrar as horas',
  showsValues: 'Mostrar os valores cobrados',
  showsValuesHint: 'Só o faturado; custos e margens nunca aparecem.',
  link: 'Link da página',
  linkAbout: 'Copie agora: o link só é mostrado esta vez. Quem o tiver vê a página.',
  links: 'Links criados',
  none: 'Nenhum link ainda.',
  until: (p: { day: string }) => `vale até ${p.day}`,
  ended: 'não funciona mais',
  seen: 'aberto',
  unseen: 'ainda não aberto',
  hasPin: 'com PIN',
  hasValues: 'com valores',
  revoke: 'Revogar',
  revokeOf: (p: { days: string }) => `Revogar o link de ${p.days}`,
  revoked: 'O link não funciona mais.',
};

export type ClientReportWords = typeof words;
