/* States of inboxes, for the shell and the inbox screens. */

export const words = {
  states: {
    off: 'Desligada',
    connected: 'Conectada',
    connecting: 'Conectando',
    waiting: 'Esperando o celular',
    disconnected: 'Desconectada',
    failed: 'Com falha',
  },
  inboxes: 'Caixas',
  allWell: 'Caixas conectadas',
  none: 'Conectar uma caixa',
  /** Every inbox is inactive. */
  off: 'Caixas desligadas',
  unheard: (p: { name: string }) => `${p.name}: nada chegou desde a conexão`,
  one: (p: { name: string; state: string }) => `${p.name}: ${p.state}`,
  some: (p: { count: number }) => `${p.count} caixas com problema`,
};

export type InboxStateWords = typeof words;
