/* Findings about an inbox with advice, by the codes of the server (server/outbound/messaging/findings.ts). */

import type { FindingCode, MessageCause } from '#panel/api/schema.ts';

/** The problem, and what to do about it, if anything. */
type ReasonText = readonly [what: string, todo?: string];

const causes = {
  network: ['Não alcançamos o gateway.', 'Confira se ele está no ar e se o endereço está certo.'],
  timeout: ['O gateway demorou demais.', 'Espere um pouco e tente de novo.'],
  disconnected: ['A sessão não está conectada.', 'Conecte a caixa de novo.'],
  number: ['O número não pode receber mensagens.', 'Confira o número, com DDD.'],
  throttled: ['A rede pediu uma pausa.', 'Espere alguns minutos antes de tentar de novo.'],
  credentials: ['O acesso foi recusado.', 'Confira as chaves e cole de novo.'],
  rejected: ['O pedido foi recusado.'],
  gateway: ['O gateway falhou.', 'Tente de novo; se continuar, veja o registro do gateway.'],
} satisfies Readonly<Partial<Record<MessageCause, ReasonText>>>;

const reasons = {
  public_url_missing: [
    'O serviço ainda não sabe em que endereço o gateway o alcança.',
    'Quem opera o serviço define PUBLIC_URL e o reinicia.',
  ],
  https_needed: [
    'A Meta só avisa endereços https, e este serviço está em outro.',
    'Quem opera o serviço coloca https na frente e acerta PUBLIC_URL.',
  ],
  restart_failed: [
    'A sessão caiu, e reiniciar não resolveu.',
    'Reconecte a caixa com o celular na mão. As conversas continuam as mesmas.',
  ],
  silent: [
    'Mensagens foram enviadas, e nada voltou do gateway.',
    'Reinicie a sessão; se não resolver, reconecte.',
  ],
  sends_failing: [
    'Os últimos envios falharam em seguida.',
    'Reinicie a sessão; se não resolver, reconecte.',
  ],
  never_connected: ['Esta caixa ainda não foi conectada.', 'Conecte com o celular na mão.'],
  ended_here: ['Foi desconectada por aqui.'],
  callback_refused: [
    'O endereço de avisos não foi aceito.',
    'A rede precisa alcançar este serviço por https. Confira PUBLIC_URL e tente de novo.',
  ],
  app_not_subscribed: [
    'O aplicativo não pôde ser inscrito na conta.',
    'Dê ao token a permissão de gerenciar a conta.',
  ],
  pin_wrong: ['O PIN não é o deste número.', 'É o PIN da confirmação em duas etapas do número.'],
  pin_paused: [
    'O PIN errou vezes demais.',
    'A Meta pede uma pausa. Espere uma hora antes de tentar.',
  ],
  number_unregistered: [
    'O número ainda não está registrado na API oficial.',
    'Informe o PIN de seis dígitos da confirmação em duas etapas.',
  ],
  number_banned: [
    'A rede bloqueou este número.',
    'Abra o aplicativo no celular e siga o que ele pede. Enquanto isso, nada é enviado.',
  ],
  number_restricted: [
    'O número está restrito: responde a quem escreve, mas não começa conversas novas por enquanto.',
    'Espere a restrição acabar e envie menos mensagens a quem não escreveu antes.',
  ],
  quality_low: [
    'A qualidade do número está baixa.',
    'A Meta pode limitar os envios. Envie menos mensagens que as pessoas não esperam.',
  ],
  window_closed: [
    'A pessoa escreveu há mais de 24 horas.',
    'Pela API oficial só um modelo aprovado pode ser enviado agora.',
  ],
  permission_missing: [
    'Falta uma permissão ao token.',
    'Gere o token com whatsapp_business_messaging e whatsapp_business_management.',
  ],
  token_refused: [
    'A Meta recusou o token.',
    'Ele pode ter vencido. Gere um permanente, de usuário do sistema.',
  ],
  number_unknown: [
    'A Meta não conhece esse número, ou o token não o vê.',
    'Copie a identificação do número em Configuração da API. Ela não é o telefone.',
  ],
  account_unknown: [
    'A Meta não conhece essa conta, ou o token não a vê.',
    'Copie a identificação da conta comercial em Configuração da API.',
  ],
  other_account: [
    'O número não é dessa conta.',
    'Confira se as duas identificações são do mesmo lugar.',
  ],
  account_needed: ['Falta a identificação da conta comercial.'],
  app_secret_wrong: [
    'Essa não é a chave secreta do aplicativo do token.',
    'Copie de Configurações → Básico, do mesmo aplicativo.',
  ],
  global_key_needed: [
    'Para criar a instância é preciso a chave global.',
    'É a AUTHENTICATION_API_KEY da Evolution. Ela fica guardada com criptografia.',
  ],
  global_key_kept: [
    'Aqui a Evolution precisa da chave global: depois de sair pela API, a instância não recebe mais nada até o gateway reiniciar.',
    'Informe a AUTHENTICATION_API_KEY em Conectar, ou saia pelo celular, em Aparelhos conectados.',
  ],
  instance_missing: [
    'O gateway não tem instância com esse nome, e a chave não é a global.',
    'Informe a AUTHENTICATION_API_KEY para criá-la, ou o nome de uma instância que já existe.',
  ],
  instance_gone: [
    'A instância desta caixa não existe mais no gateway.',
    'Conecte a caixa de novo: o Pauta cria outra instância.',
  ],
  global_key_for_code: [
    'Depois de um QR code, o código de pareamento precisa de uma instância nova.',
    'Informe a AUTHENTICATION_API_KEY da Evolution, ou leia o QR code.',
  ],
  instance_removing: [
    'O gateway ainda está removendo a instância antiga.',
    'Espere um instante e tente de novo.',
  ],
  global_key_refused: [
    'A Evolution recusou a chave global.',
    'Copie de novo a AUTHENTICATION_API_KEY.',
  ],
  key_refused: [
    'O gateway recusou a chave.',
    'Copie de novo, sem espaços, e confira se é deste gateway.',
  ],
  instance_taken: [
    'Já existe uma instância com esse nome, e o gateway não dá a chave dela.',
    'Escolha outro nome, ou informe a chave da instância.',
  ],
  version_old: ['A versão do gateway é antiga.', 'Atualize o gateway.'],
  other_service: [
    'Nesse endereço responde outra coisa.',
    'Confira o endereço: é o do gateway, sem nada depois da porta.',
  ],
  qr_missing: [
    'O gateway não mostrou nenhum código em um minuto.',
    'Ele não alcança a rede, ou a versão é antiga. Confira a internet do servidor dele, atualize e comece de novo.',
  ],
  qr_unscanned: ['Ninguém leu o código a tempo.', 'Comece de novo com o celular na mão.'],
  passkey_needed: [
    'A rede pede uma chave de acesso (passkey).',
    'Confirme no painel do próprio gateway, ou use outro motor.',
  ],
  logged_out: [
    'O celular encerrou a sessão.',
    'Reconecte lendo o código. As conversas continuam as mesmas.',
  ],
  opened_elsewhere: ['A sessão foi aberta em outro lugar.', 'Encerre a outra, ou reconecte aqui.'],
  session_removed: ['A sessão foi apagada no gateway.', 'Reconecte: ela é criada de novo.'],
  session_missing: [
    'O gateway não tem essa sessão, ou ela está parada.',
    'Reconecte: ela é criada de novo.',
  ],
  unsupported: ['Este tipo de caixa não tem isso.'],
  session_dropped: [
    'A sessão caiu.',
    'Costuma voltar sozinha. Se não voltar em um minuto, reinicie.',
  ],
  unreached: [
    'O gateway não responde.',
    'Confira se ele está no ar e se este servidor o alcança. Quando voltar, a caixa volta sozinha.',
  ],
  network_slow: ['A rede não respondeu a tempo.', 'Espere um pouco e tente de novo.'],
  inbox_inactive: ['A caixa está desligada.', 'Ligue a caixa para enviar por ela.'],
  session_down: ['A sessão não está conectada.', 'Reinicie; se não resolver, reconecte.'],
  group_unknown: [
    'O gateway não conhece esse grupo.',
    'Confira no celular se o número ainda está no grupo.',
  ],
  no_account: ['Esse número não tem conta na rede.', 'Confira o número, com DDD.'],
  throttled: ['A rede pediu uma pausa.', 'Espere alguns minutos antes de tentar de novo.'],
  configuration_incomplete: [
    'Falta configuração nesta caixa.',
    'Abra a conexão e preencha os campos de novo.',
  ],
  gateway_failed: [
    'O gateway respondeu com um erro.',
    'Tente de novo; se continuar, veja o registro do gateway.',
  ],
  malformed: ['Não está no formato esperado.'],
  refused: ['O gateway recusou o pedido.'],
  number_state: ['O número não está pronto na API oficial.', 'Veja o que falta no painel da Meta.'],
  name_free: ['O nome está livre.'],
  key_accepted: ['O gateway aceita a chave.'],
  permitted: ['Pode enviar e configurar.'],
  number_belongs: ['O número é desta conta.'],
  secret_matches: ['É a chave do aplicativo do token.'],
  session_taken_over: ['Já existe no gateway: vamos usar a que está lá.'],
  own_number: ['Esse é o número da própria caixa.', 'Escolha outro número.'],
  content_unsupported: [
    'Este conteúdo não passa por esta caixa.',
    'Envie em outro formato, menor ou como documento.',
  ],
  template_refused: [
    'A rede recusou o modelo.',
    'Confira se ele está aprovado e se todas as variáveis foram preenchidas.',
  ],
  file_unreadable: ['O arquivo não pôde ser lido.', 'Envie de novo.'],
  media_gone: ['O gateway não tem mais esse arquivo.', 'Peça que a pessoa envie de novo.'],
  sandbox_refused: ['O sandbox recusa números que terminam em 0000.'],
  service_failed: ['O serviço não conseguiu guardar o resultado.', 'Tente de novo.'],
  service_stopped: [
    'O serviço parou antes da resposta do gateway.',
    'Confira a conversa antes de enviar de novo.',
  ],
  session_up: ['A sessão está conectada.'],
  number_ready: ['O número está pronto.'],
  identified: ['Está em ordem.'],
  other: ['Houve um problema nesta caixa.', 'Consulte o gateway para ver o estado de agora.'],
} satisfies Readonly<Record<FindingCode, ReasonText>>;

export const words = {
  causes: causes as Readonly<Partial<Record<MessageCause, ReasonText>>>,
  reasons: reasons as Readonly<Record<FindingCode, ReasonText>>,
  /** Introduces the error and the gateway's own words. */
  said: 'Detalhe:',
};

export type ReasonWords = typeof words;
