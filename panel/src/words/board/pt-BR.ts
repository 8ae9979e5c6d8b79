/** Words common to all boards. */
export const words = {
  actions: (p: { name: string }) => `Ações para ${p.name}`,
  select: (p: { name: string }) => `Selecionar ${p.name}`,
  move: 'Mover para…',
  toColumn: (p: { column: string }) => p.column,
  toStart: 'Mover para o topo',
  up: 'Mover para cima',
  down: 'Mover para baixo',
  toEnd: 'Mover para o fim',
  moved: (p: { name: string; column: string; place: number; of: number }) =>
    `${p.name}: em ${p.column}, posição ${p.place} de ${p.of}.`,
  add: (p: { column: string }) => `Adicionar em ${p.column}`,
  closed: 'Concluído',
  withLimit: (p: { count: number; limit: number }) => `${p.count} de ${p.limit}`,
  overLimit: 'Acima do limite',
  none: 'Nada aqui.',
  targets: 'Soltar em',
};

export type BoardWords = typeof words;
