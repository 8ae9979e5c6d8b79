import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* O que o campo de escrever de uma conversa diz. */

export const words = {
  title: 'Escrever',
  modes: 'O que você escreve',
  answer: 'Resposta',
  note: 'Nota',
  answerLabel: 'Resposta para o contato',
  noteLabel: 'Nota para a equipe',
  answerHint: 'Escreva uma resposta. / traz as respostas prontas.',
  noteHint: 'Só a equipe lê. O contato não recebe.',
  send: 'Enviar',
  saveNote: 'Salvar nota',
  more: 'Mais opções de escrita',
  enterSends: 'Enter envia (Shift + Enter pula linha)',
  enterBreaks: 'Enter pula linha (Ctrl + Enter envia)',
  enterSendsShort: 'Enter envia',
  enterBreaksShort: 'Ctrl + Enter envia',
  left: (p: { count: number }) =>
    form(p.count, { one: 'resta 1 caractere', other: `restam ${p.count} caracteres` }),
  over: (p: { count: number }) =>
    form(p.count, { one: '1 caractere a mais', other: `${p.count} caracteres a mais` }),
  replyTo: 'Respondendo a',
  stopReplying: 'Não citar esta mensagem',
  quoted: {
    image: 'Imagem',
    audio: 'Áudio',
    voice: 'Mensagem de voz',
    video: 'Vídeo',
    document: 'Documento',
    sticker: 'Figurinha',
    location: 'Localização',
    contacts: 'Contato',
    other: 'Mensagem',
  } as Record<string, string> & { other: string },
  answering: (p: { names: string; count: number }) =>
    `${p.names} ${form(p.count, { one: 'está respondendo', other: 'estão respondendo' })}`,
  noting: (p: { names: string; count: number }) =>
    `${p.names} ${form(p.count, { one: 'está escrevendo uma nota', other: 'estão escrevendo notas' })}`,
  inbox: {
    inactive: 'Esta caixa está desativada: nada sai por ela até que seja ativada de novo.',
    disconnected: 'Esta caixa está desconectada: o que você enviar agora será recusado.',
    open: 'Ver a caixa',
  },
  outcome: {
    back: 'A mensagem não foi enviada e voltou para o campo.',
    stays: 'A mensagem não foi enviada. Ela está na conversa, com o motivo.',
    refused: (p: { why: string }) => `A mensagem não foi enviada: ${p.why}`,
    probably: (p: { why: string }) =>
      `Provavelmente não foi enviada: ${p.why} Confira antes de enviar de novo.`,
    unknown: (p: { why: string }) =>
      `Não se sabe se foi enviada: ${p.why} Confira antes de enviar de novo.`,
    again: 'Enviada de novo, como uma mensagem nova.',
    storage:
      'O navegador não tem espaço para guardar a mensagem até a confirmação. Por isso ela não foi enviada.',
    windowClosed: 'A janela de 24 horas fechou antes do envio.',
    close: 'Fechar aviso',
    causes: {
      network: 'o gateway está fora do ar, ou a conexão caiu.',
      timeout: 'o gateway não respondeu em 10 segundos.',
      disconnected: 'a caixa está desconectada.',
      number: 'a rede não entrega para este número.',
      throttled: 'a rede está limitando os envios. Espere um pouco.',
      credentials: 'o gateway não aceita as credenciais da caixa. Avise quem administra.',
      rejected: 'a rede recusa esta mensagem.',
      gateway: 'o gateway falhou.',
      stopped: 'o serviço parou durante o envio.',
      other: 'não há mais detalhes.',
    } as Record<string, string> & { other: string },
  },
  window: {
    label: 'Janela de 24 horas',
    closesIn: (p: { time: string }) => `Fecha em ${p.time}`,
    hours: (p: { hours: number; minutes: number }) => `${p.hours} h ${p.minutes} min`,
    minutes: (p: { minutes: number }) => `${p.minutes} min`,
    seconds: 'menos de 1 min',
    closedAt: (p: { at: string }) =>
      `A janela de 24 horas fechou ${p.at}. Por um número oficial, depois de 24 horas sem mensagem do contato só sai um modelo aprovado.`,
    never:
      'O contato ainda não escreveu. Por um número oficial, a primeira mensagem só pode ser um modelo aprovado.',
    choose: 'Escolher um modelo',
    kept: 'O que você já escreveu fica guardado até ele responder.',
  },
  template: {
    title: 'Enviar um modelo',
    action: 'Enviar um modelo aprovado',
    search: 'Buscar modelo',
    none: 'Este número não tem modelos aprovados. Eles são criados no gerenciador da rede.',
    nothing: 'Nenhum modelo com este nome ou texto.',
    list: 'Modelos',
    variable: (p: { name: string }) => `Valor de ${p.name}`,
    button: (p: { text: string }) => `Final do endereço do botão “${p.text}”`,
    preview: 'Como o contato vai ler',
    other: 'Escolher outro',
    unsendable: 'Este modelo pede um arquivo no cabeçalho. Envie-o pela API.',
    unsendableShort: 'só pela API',
    send: 'Enviar modelo',
  },
  answers: {
    label: 'Respostas prontas',
    action: 'Respostas prontas',
    none: 'Nenhuma resposta pronta começa assim.',
    empty: 'A equipe ainda não tem respostas prontas.',
    make: 'Criar respostas prontas',
    missing: (p: { names: string }) => `Sem valor nesta conversa: ${p.names}. Complete o texto.`,
    failed: 'A resposta pronta não pôde ser preenchida.',
    unknown: (p: { names: string }) => `Variáveis que não existem: ${p.names}.`,
  },
  files: {
    attach: 'Anexar arquivo',
    camera: 'Tirar foto',
    drop: 'Solte para anexar',
    list: 'Anexos',
    pasted: 'imagem.png',
    sending: (p: { name: string; percent: number }) => `${p.name}: ${p.percent}%`,
    ready: 'pronto para enviar',
    asDocument: 'vai como documento',
    asAudio: 'vai como áudio, não como voz: este número só aceita voz em Ogg',
    cancel: (p: { name: string }) => `Cancelar ${p.name}`,
    remove: (p: { name: string }) => `Remover ${p.name}`,
    retry: (p: { name: string }) => `Tentar de novo: ${p.name}`,
    tooLarge: (p: { name: string; most: string }) =>
      `${p.name} é grande demais: por esta caixa vão arquivos de até ${p.most}.`,
    empty: (p: { name: string }) => `${p.name} está vazio.`,
    most: (p: { count: number }) => `No máximo ${p.count} arquivos de uma vez.`,
    wait: 'Espere o envio dos arquivos terminar.',
    notInNotes: 'Notas não levam arquivos.',
    tooLargeHere: 'O arquivo é maior do que o permitido aqui.',
  },
  voice: {
    record: 'Gravar mensagem de voz',
    recording: 'Gravando',
    stop: 'Parar gravação',
    discard: 'Descartar gravação',
    listen: 'Ouvir a gravação',
    name: 'voz',
    denied: 'O navegador não deixou usar o microfone. Libere-o nas permissões da página.',
    missing: 'Nenhum microfone foi encontrado.',
    unsupported: 'Este navegador não grava áudio. Em endereços sem https a gravação não existe.',
    failed: 'A gravação falhou. Tente de novo.',
    longest: (p: { minutes: number }) => `A gravação parou em ${p.minutes} minutos, o máximo.`,
  },
};

export type ComposerWords = typeof words;
