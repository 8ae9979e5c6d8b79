/** Words of whatever shows a record: its frame, its fields, comments, history, files. */
export const words = {
  kinds: {
    projects: 'Projeto',
    tasks: 'Tarefa',
    deals: 'Negócio',
    clients: 'Cliente',
    contacts: 'Contato',
    campaigns: 'Campanha',
    activities: 'Atividade',
  },
  frame: {
    previous: 'Anterior (k)',
    next: 'Próximo (j)',
    asPage: 'Abrir como página',
    back: 'Voltar para a lista',
    gone: 'Isso não existe mais, ou foi para a lixeira.',
    noScreen: 'Este tipo de registro ainda não tem tela.',
  },
};

export type RecordWords = typeof words;
