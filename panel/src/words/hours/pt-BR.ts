/* Words of the weekly timesheet. */

export const words = {
  title: 'Horas',
  previous: 'Semana anterior',
  next: 'Próxima semana',
  current: 'Semana atual',
  member: 'Horas de',
  everyone: 'Equipe toda',
  team: 'Horas da equipe',
  teamHint:
    'Abra uma pessoa para ver e alterar a semana dela. Horas lançadas direto numa tarefa não são de ninguém e não entram aqui.',
  submitted: (p: { locked: number; of: number }) =>
    `${p.locked} de ${p.of} ${p.of === 1 ? 'semana fechada' : 'semanas fechadas'}.`,
  state: 'Situação da semana',
  states: { open: 'Aberta', locked: 'Fechada' },
  lockShort: 'Fechar',
  reopenShort: 'Reabrir',
  lockOf: (p: { name: string }) => `Fechar a semana de ${p.name}`,
  reopenOf: (p: { name: string }) => `Reabrir a semana de ${p.name}`,
  withoutAccess: 'sem acesso',
  noProject: 'Sem projeto',
  total: 'Total',
  none: 'Nenhuma hora nesta semana. Adicione um projeto e digite, por exemplo, “1h30”.',
  add: 'Adicionar projeto',
  copy: 'Copiar horas da semana anterior',
  lock: 'Enviar e fechar a semana',
  reopen: 'Reabrir a semana',
  locked: 'Semana fechada',
  lockedAbout: 'Só administradores alteram as horas dela.',
  hint: 'Digite 1h30, 1:30, 90m ou 1,5. As setas e Enter mudam de célula.',
  wrong: 'Digite uma duração de até 24 horas: 1h30, 1:30, 90m ou 1,5.',
  running: 'em curso',
  stop: 'Parar cronômetro',
  timer: (p: { time: string }) => `Cronômetro: ${p.time}`,
  timerLong: (p: { time: string }) => `Cronômetro há mais de 12 horas: ${p.time}`,
  cell: (p: { project: string; day: string }) => `${p.project}, ${p.day}`,
};

export type HoursWords = typeof words;
