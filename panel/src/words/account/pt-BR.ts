import { plural } from '../plural.ts';

const count = plural('pt-BR');

/* Words of the account screens, loaded with them. */

export const words = {
  title: 'Minha conta',
  profile: 'Perfil',
  profileAbout: 'Seu nome aparece assim em todas as suas equipes.',
  picture: 'Foto',
  pictureAbout: 'Quem trabalha nas suas equipes vê a foto.',
  addPicture: 'Enviar foto',
  changePicture: 'Trocar foto',
  removePicture: 'Remover foto',
  pictureUnreadable: 'Não deu para abrir esta imagem. Use JPEG, PNG, WebP ou GIF.',
  cropPicture: 'Enquadrar a foto',
  zoom: 'Zoom',
  horizontal: 'Posição horizontal',
  vertical: 'Posição vertical',
  savePicture: 'Usar esta foto',
  name: 'Nome',
  email: 'E-mail',
  timeZone: 'Fuso horário',
  language: 'Idioma',
  alerts: {
    title: 'Avisos na tela',
    about:
      'Quando chega mensagem, neste navegador. Nada aparece se a conversa já está na sua frente.',
    scope: 'Avisar sobre',
    scopes: {
      off: 'Nada',
      mine: 'Conversas que estão comigo',
      unassigned: 'As minhas e as sem dono',
      all: 'Todas as conversas',
    },
    refused:
      'O navegador está bloqueando os avisos deste site. Clique no ícone à esquerda do endereço, permita as notificações e volte aqui.',
    unasked: 'O navegador ainda não tem permissão para mostrar avisos deste site.',
    allow: 'Permitir avisos',
    sound: 'Tocar um som',
  },
  notices: {
    kind: 'O que acontece',
    inPanel: 'No Pauta',
    byMail: 'E-mail',
    byPush: 'Navegador',
    inPanelOf: (p: { kind: string }) => `No Pauta: ${p.kind}`,
    byMailOf: (p: { kind: string }) => `E-mail: ${p.kind}`,
    byPushOf: (p: { kind: string }) => `Navegador: ${p.kind}`,
    modes: { immediate: 'Na hora', digest: 'No resumo', off: 'Não' },
    mailAbout: (p: { email: string }) =>
      `E-mails vão para ${p.email}: na hora, depois de cinco minutos sem ler e no máximo um por hora; no resumo, às 8h dos dias úteis.`,
    noServer: 'Esta instalação não envia e-mail.',
    unconfirmed: (p: { email: string }) =>
      `Os e-mails começam quando você confirmar o endereço ${p.email}, em Perfil.`,
    bounced:
      'Os e-mails pararam: os três últimos voltaram. Confira o endereço em Perfil e volte a receber.',
    unsubscribed: 'Os e-mails desta equipe estão parados.',
    resume: 'Voltar a receber',
    stop: 'Parar todos os e-mails desta equipe',
    quiet: 'Horário de silêncio',
    quietAbout: (p: { zone: string }) =>
      `Nenhum e-mail nem aviso no navegador chega neste horário (${p.zone}).`,
    quietFrom: 'Silêncio a partir de',
    quietUntil: 'Silêncio até',
    until: 'até',
    push: 'Avisos no navegador',
    pushAbout:
      'Chegam mesmo com o Pauta fechado, no computador ou no celular, até você sair da conta neste navegador.',
    pushHere: 'Ligar neste navegador',
    pushStop: 'Desligar neste navegador',
    pushUnsupported:
      'Este navegador não recebe avisos. No iPhone, adicione o Pauta à tela de início e abra por ela.',
    pushFailed: 'O serviço de avisos do navegador não respondeu. Tente de novo mais tarde.',
    pushOthers: 'Outros navegadores que recebem avisos',
    pushRemove: 'Desligar',
    pushRemoveOf: (p: { browser: string }) => `Desligar: ${p.browser}`,
    pushText: 'Mostrar o texto nos avisos',
    pushTextHint:
      'Sem isso, o aviso diz só que há uma notificação. Quem vê a tela do aparelho lê o texto.',
    calendar: 'Agenda em outro aplicativo',
    calendarAbout:
      'Um endereço que o Google Agenda, a Apple e o Outlook assinam: suas tarefas, atividades e campanhas com data. Quem tem o endereço vê os títulos.',
    calendarCreate: 'Criar endereço da agenda',
    calendarRenew: 'Trocar o endereço',
    calendarRevoke: 'Cancelar o endereço',
    calendarSince: 'Endereço criado:',
    calendarOnce: 'Copie agora: o endereço não é mostrado de novo.',
    calendarAddress: 'Endereço da agenda',
    calendarCopy: 'Copiar endereço',
    calendarHolidays: 'Incluir os feriados da equipe',
  },
  preferences: 'Preferências',
  preferencesAbout: 'Valem neste navegador.',
  theme: 'Aparência',
  themes: { system: 'Como no sistema', light: 'Clara', dark: 'Escura' },
  keys: 'Atalhos de uma tecla',
  keysHint: 'Desligue se você usa comando de voz ou se eles atrapalham.',
  security: 'Segurança',
  password: 'Senha',
  passwordAbout: 'Trocar a senha encerra as sessões nos outros dispositivos.',
  newPassword: 'Nova senha',
  changePassword: 'Trocar senha',
  passwordChanged: (p: { sessions: number }) =>
    p.sessions === 0
      ? 'Senha trocada.'
      : `Senha trocada. ${count(p.sessions, { one: 'Uma outra sessão foi encerrada', other: `${p.sessions} outras sessões foram encerradas` })}.`,
  totp: 'Verificação em duas etapas',
  totpAbout: 'Além da senha, pede um código do seu celular.',
  totpOn: 'Ativada',
  totpOff: 'Desativada',
  totpBegin: 'Ativar',
  totpRemove: 'Desativar',
  totpRemoved: 'Verificação em duas etapas desativada.',
  totpScan: 'Leia este código com um aplicativo como Google Authenticator, 1Password ou Aegis.',
  totpQr: 'QR code para o aplicativo',
  totpSecret: 'Não consegue ler? Digite esta chave no aplicativo:',
  totpCode: 'Código que o aplicativo mostra',
  totpConfirm: 'Confirmar',
  totpWrong: 'Este código não é o do aplicativo. Espere o próximo e tente de novo.',
  recovery: 'Códigos de recuperação',
  recoveryLeft: (p: { left: number }) =>
    count(p.left, { one: `Resta ${p.left} código.`, other: `Restam ${p.left} códigos.` }),
  recoveryAbout: 'Para entrar quando estiver sem o celular. Cada um vale uma única vez.',
  recoveryNew: 'Gerar novos códigos',
  recoveryShown: 'Guarde estes códigos em um lugar seguro. Eles não serão mostrados de novo.',
  recoveryKept: 'Já guardei',
  devices: 'Dispositivos',
  devicesAbout:
    'Onde sua conta está aberta. Não reconhece algum? Encerre a sessão e troque a senha.',
  device: 'Dispositivo',
  address: 'Endereço',
  seen: 'Último uso',
  thisDevice: 'Este dispositivo',
  endSession: 'Encerrar sessão',
  endOthers: 'Encerrar todas as outras',
  sessionsEnded: (p: { sessions: number }) =>
    count(p.sessions, { one: 'Sessão encerrada.', other: `${p.sessions} sessões encerradas.` }),
  unknownDevice: 'Dispositivo desconhecido',
  on: (p: { browser: string; system: string }) => `${p.browser} no ${p.system}`,
};

export type AccountWords = typeof words;
