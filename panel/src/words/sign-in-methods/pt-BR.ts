/* Passkeys and the operator's OpenID provider. */

export const words = {
  or: 'ou',
  withPasskey: 'Entrar com chave de acesso',
  withProvider: (p: { name: string }) => `Entrar com ${p.name}`,
  refused: {
    passkey: 'Esta chave de acesso não entra aqui. Entre de outra forma.',
    provider:
      'A entrada não deu certo. Entre de outra forma, ou fale com quem administra a equipe.',
    unavailable: 'O provedor não respondeu. Tente de novo em instantes, ou entre de outra forma.',
    unused: 'Nenhuma chave de acesso foi usada.',
    over: 'O pedido perdeu a validade. Tente de novo.',
    twice: 'Este dispositivo já tem uma chave sua.',
    returned: 'O provedor não confirmou que é você, ou essa conta já é de outra pessoa daqui.',
  },
  prove: 'Usar chave de acesso',
  proveWith: (p: { name: string }) => `Confirmar com ${p.name}`,
  proveNote: 'Você sai desta página e volta para ela: o que não foi salvo se perde.',
  passkeys: 'Chaves de acesso',
  passkeysAbout:
    'Entre com o dedo, o rosto ou o PIN deste aparelho, sem digitar senha. Uma chave vale pelas duas etapas.',
  passkeysHere:
    'Neste endereço o navegador não oferece chaves de acesso. Abra o Pauta por https, ou por http://localhost no computador em que ele roda.',
  openLocalhost: 'Abrir em localhost',
  none: 'Você ainda não tem nenhuma.',
  add: 'Adicionar chave',
  addTitle: 'Nova chave de acesso',
  name: 'Nome da chave',
  nameHint: 'Para reconhecê-la depois: “Celular”, “Notebook do trabalho”.',
  added: 'Chave adicionada.',
  rename: 'Renomear',
  renameTitle: 'Renomear chave',
  remove: 'Remover',
  removed: 'Chave removida.',
  removeTitle: (p: { name: string }) => `Remover ${p.name}?`,
  removeAbout: 'Ela deixa de entrar na sua conta. No aparelho, apague-a também.',
  onlyWay: 'Esta é sua única forma de entrar. Crie antes uma senha ou outra chave.',
  lastUse: 'Último uso',
  made: 'Criada',
  actionsFor: (p: { name: string }) => `Ações para ${p.name}`,
  provider: (p: { name: string }) => `Entrada por ${p.name}`,
  providerAbout: (p: { name: string }) => `Conecte sua conta de ${p.name} para entrar com ela.`,
  link: 'Conectar',
  unlinked: 'Conta desconectada.',
  unlink: 'Desconectar',
  issuer: 'Provedor',
  needed: 'Falta um passo',
  neededTitle: 'Esta equipe pede verificação em duas etapas',
  neededAbout:
    'Ative os códigos de um aplicativo ou adicione uma chave de acesso; depois, volte para cá. Se você já tem, saia e entre com ela.',
  neededAction: 'Ir para Segurança',
  neededFrom: (p: { day: string }) =>
    `A partir de ${p.day}, esta equipe só aceita quem usa verificação em duas etapas. Ative a sua até lá para não ficar de fora.`,
};

export type SignInMethodWords = typeof words;
