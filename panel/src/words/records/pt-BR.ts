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
  fields: {
    find: 'Digite para buscar…',
    nothing: 'Nada encontrado.',
    nobody: 'Ninguém',
    unknown: 'Ex-membro',
    none: 'Nenhum',
    addTag: 'Adicionar…',
    empty: 'Nada escrito ainda.',
    edit: 'Editar',
    markdown: 'Aceita Markdown. Ctrl + Enter salva.',
    change: (p: { name: string }) => `Trocar ${p.name}`,
    remove: (p: { name: string }) => `Remover ${p.name}`,
  },
};

export type RecordWords = typeof words;
