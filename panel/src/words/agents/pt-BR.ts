/* Assistants that are connected to Pauta by signing in. */

export const words = {
  title: 'Conectar assistente',
  asks: (p: { name: string }) => `${p.name} quer acessar o Pauta em seu nome.`,
  assistant: 'Aplicativo',
  site: 'Site',
  onDevice: 'Um programa neste dispositivo',
  installed: 'Programa instalado',
  returnsTo: 'Resposta enviada a',
  person: 'Sua conta',
  team: 'Acesso à equipe',
  may: 'Ele vê e faz o que você pode ver e fazer nesta equipe, também depois de fechar esta página. Tudo fica registrado na auditoria.',
  mayRead:
    'Ele vê o que você pode ver nesta equipe, também depois de fechar esta página. Não cria, não altera e não envia nada.',
  readOnly: 'Somente leitura',
  readOnlyHint: 'Não cria, não altera e não envia nada.',
  beware:
    'Permita apenas se foi você quem começou esta conexão. O nome é dado pelo próprio aplicativo: confira o site.',
  allow: 'Permitir',
  refuse: 'Recusar',
  back: 'Voltar ao aplicativo',
  invalid:
    'Este pedido de conexão não é válido ou expirou. Volte ao aplicativo e comece a conexão de novo.',
  broken: 'O aplicativo pediu a conexão de uma forma que o Pauta não aceita.',
  forbidden: 'Esta equipe não permite assistentes. Fale com quem a administra.',
  stopped: 'Parado: a equipe não permite assistentes',
  teamStopped: 'A equipe não permite assistentes: estes estão parados. Para mudar, vá a Equipe.',
  noTeam: 'Você ainda não participa de uma equipe.',
  done: 'Pronto. Volte ao aplicativo: esta página pode ser fechada.',
  list: 'Assistentes conectados',
  listAbout: (p: { address: string }) =>
    `Programas que agem em seu nome, como Claude e ChatGPT. Para conectar um, informe a ele este endereço: ${p.address}`,
  howTo: 'Como conectar',
  teamListAbout:
    'Programas que membros da equipe conectaram. Cada um pode o que o seu membro pode.',
  none: 'Nenhum assistente conectado.',
  inTeam: 'Na equipe',
  member: 'Em nome de',
  lastUsed: 'Última ação',
  unused: 'Nunca usado',
  scopes: { full: 'Acesso completo', read: 'Somente leitura' },
  disconnect: 'Desconectar',
  disconnectTitle: (p: { name: string }) => `Desconectar ${p.name}?`,
  disconnectAbout: 'Ele perde o acesso em um segundo. Para voltar, precisa ser conectado de novo.',
  disconnected: 'Assistente desconectado.',
};

export type AgentWords = typeof words;
