/** Edits of messages, and messages taken back for everyone. */
export const words = {
  edit: 'Editar mensagem',
  revoke: 'Apagar para todos',
  revokeAbout:
    'A mensagem some também para o contato. A conversa mostra que ela foi apagada e por quem; o texto continua nos detalhes, só para a equipe.',
  text: 'Novo texto da mensagem',
  save: 'Salvar edição',
  pending: { edit: 'Editando…', revoke: 'Apagando…' },
  refused: { edit: 'Não foi editada.', revoke: 'Não foi apagada.' },
  unknown: {
    edit: 'Não se sabe se a edição chegou.',
    revoke: 'Não se sabe se foi apagada.',
  },
  advice: 'Confira no celular antes de tentar de novo.',
  wanted: 'Novo texto:',
  dismiss: 'Dispensar aviso',
  causes: {
    network: 'O gateway está fora do ar ou a conexão caiu.',
    timeout: 'O gateway demorou demais para responder.',
    disconnected: 'A caixa está desconectada. Reconecte-a em Ajustes.',
    number: 'A rede não tem conta com este número.',
    throttled: 'A rede está limitando os pedidos. Espere um pouco.',
    credentials: 'O gateway recusou as credenciais da caixa.',
    rejected: 'O gateway recusou o pedido.',
    gateway: 'O gateway não confirmou.',
    stopped: 'O Pauta parou no meio do pedido.',
    undelivered: 'A rede desistiu.',
    unconfirmed: 'Ninguém confirmou.',
    other: 'O motivo não é conhecido.',
  },
};

export type MessageChangeWords = typeof words;
