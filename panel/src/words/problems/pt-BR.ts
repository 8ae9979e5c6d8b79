import type { ErrorDetailReason, ErrorFieldCode, ErrorFieldFormat } from '#panel/api/schema.ts';

/* Reasons of refusals, by the codes with which the service and the browser give them. */

/** For a reason without a sentence. */
const fallback = 'Este valor não serve aqui: confira.';

/** By code of a field, with its limit. */
const codes: Readonly<Record<ErrorFieldCode, (p: { limit: string }) => string>> = {
  required: () => 'Preencha este campo.',
  not_null: () => 'Preencha este campo.',
  unknown: () => 'Este campo não existe aqui.',
  wrong_type: () => fallback,
  invalid_format: () => fallback,
  not_allowed: () => 'Escolha uma das opções.',
  too_short: (p) =>
    p.limit === '1' ? 'Preencha este campo.' : `Use pelo menos ${p.limit} caracteres.`,
  too_long: (p) => `Use no máximo ${p.limit} caracteres.`,
  too_small: (p) => `Use um número a partir de ${p.limit}.`,
  too_large: (p) => `Use um número até ${p.limit}.`,
  too_few: (p) =>
    p.limit === '1' ? 'Escolha ao menos um item.' : `Use pelo menos ${p.limit} itens.`,
  too_many: (p) => (p.limit === '1' ? 'Use só um item.' : `Use no máximo ${p.limit} itens.`),
  characters: () => 'O texto tem caracteres que não podem ser guardados.',
  duplicate: () => 'Já está em uso por outro registro.',
  not_found: () => 'O registro escolhido não existe mais.',
  immutable: () => 'Isto não pode mais ser mudado.',
  conflicting: () => 'Isto não combina com os outros valores.',
  invalid_template: () => 'Há um {{campo}} que não vale aqui: insira um da lista.',
  invalid: () => fallback,
};

/** By the kind of value that a field expects. */
const formats: Readonly<Record<ErrorFieldFormat, string>> = {
  amount: 'Use um valor de 0 a 999.999.999.999,99, com até duas casas decimais.',
  boolean: 'Escolha sim ou não.',
  cidr: 'Use faixas de endereços como 203.0.113.0/24.',
  cnpj: 'Escreva um CNPJ com 14 caracteres.',
  colour: 'Use uma cor como #1a7f37.',
  cpf: 'Escreva um CPF com 11 dígitos.',
  date: 'Escolha uma data válida.',
  date_time: 'Escolha uma data e uma hora válidas.',
  email: 'Escreva um e-mail válido, como ana@exemplo.com.br.',
  emoji: 'Use um só emoji.',
  file_name: 'Use um nome de arquivo de 1 a 255 caracteres.',
  hex_64: 'Use 64 dígitos hexadecimais.',
  id: 'Escolha um item da lista.',
  json: 'O JSON não está no formato certo.',
  language: 'Use um idioma como pt_BR ou en.',
  number: 'Use um número.',
  path: 'Use o caminho de uma página do Pauta.',
  phone: 'Escreva o telefone com o código do país, só com números: 5511999998888.',
  pin: 'Use de 4 a 12 dígitos.',
  slug: 'Use até 80 letras minúsculas e números, em palavras unidas por hífen.',
  time_zone: 'Escolha um fuso horário, como America/Sao_Paulo.',
  url: 'Escreva um endereço que comece com http:// ou https://, sem usuário e senha.',
};

/** By reason, if fields do not say it. */
const reasons: Readonly<Record<ErrorDetailReason, string>> = {
  already_decided: 'Alguém já decidiu.',
  already_done: 'Isso já foi feito: recarregue a página para ver.',
  already_fetched: 'A mídia desta mensagem já foi baixada ou não existe mais.',
  already_member: 'Essa pessoa já tem conta ou já faz parte da equipe.',
  answered_meanwhile: 'Alguém respondeu a esta conversa antes de você: nada foi enviado.',
  approval_pending:
    'Alguém já está decidindo sobre esta campanha: revogue o pedido ou espere a resposta.',
  author_only: 'Só quem escreveu ou um administrador pode mudar isso.',
  being_added_up: 'O relatório está sendo somado: tente de novo em um minuto.',
  broken_json: 'O texto não é um JSON válido.',
  broken_passkey: 'A chave de acesso não foi aceita: tente de novo.',
  broken_upload: 'O arquivo não chegou inteiro: envie de novo.',
  busy: 'Outra mudança acontecia ao mesmo tempo: tente de novo.',
  cancelled: 'Isto foi cancelado.',
  changed: 'Isso mudou depois que foi mostrado: confira de novo.',
  changed_since: 'Outra pessoa mudou isto depois, por isso ficou como está.',
  check_digits: 'Os dígitos verificadores não conferem.',
  code_app_exists: 'Você já tem códigos de um aplicativo: remova-os primeiro.',
  code_app_missing: 'Configure primeiro os códigos de um aplicativo.',
  common_password: 'Esta senha é fácil de adivinhar: escolha outra.',
  data_moving:
    'Uma importação, uma exportação ou um pacote de dados está em andamento: espere terminar ou pare.',
  dependency_cycle: 'Tarefas não podem se bloquear em círculo.',
  empty_body: 'O pedido veio vazio.',
  empty_file: 'Isto não pode ficar vazio.',
  file_gone: 'O conteúdo deste arquivo não existe mais.',
  finds_nothing: 'Nenhum registro corresponde.',
  finds_too_many: 'São registros demais: restrinja a busca.',
  forbidden: 'Você não tem permissão para isso.',
  gateway_refused: 'O gateway recusou isto.',
  has_subtasks: 'Esta tarefa tem subtarefas, talvez na lixeira: não pode virar subtarefa.',
  has_tasks: 'Ainda há tarefas aqui, talvez na lixeira: mova-as primeiro.',
  in_use: 'Outros registros ainda usam este.',
  inactive_inbox: 'A caixa está desligada: ligue-a para enviar por ela.',
  inactive_webhook: 'O webhook está desligado ou sem endereço.',
  invited_email: 'Use o e-mail do convite.',
  is_subtask: 'Subtarefas têm um só nível: escolha uma tarefa que não seja subtarefa.',
  item_missing: 'O checklist não tem mais este item: foi alterado neste momento.',
  last_column: 'Um quadro fica com pelo menos uma coluna.',
  last_owner: 'Uma equipe sempre tem um dono: passe esse papel a outra pessoa primeiro.',
  limit: 'O limite foi alcançado.',
  link_missing: 'O texto precisa conter o link deste pedido.',
  loop: 'Webhooks estão chamando uns aos outros sem fim.',
  malformed: 'A página enviou algo que o serviço não espera: recarregue e tente de novo.',
  malware: 'O antivírus encontrou algo neste arquivo: ele não é entregue.',
  maybe_sent:
    'A mensagem pode ter saído, por isso não é enviada de novo: pule o passo para continuar.',
  message_exists: 'Esta mensagem já foi enviada com outro texto.',
  missing_record: 'O registro escolhido não existe mais.',
  no_account: 'Esta pessoa ainda não tem conta: convide-a.',
  no_agents: 'Esta equipe não permite assistentes. Fale com quem a administra.',
  no_bulk_delete: 'Estes não podem ser excluídos em massa: não haveria volta.',
  no_columns: 'Este quadro não tem colunas.',
  no_connecting: 'Este tipo de caixa não é conectado por aqui.',
  no_inbox_templates: 'Esta caixa não tem modelos.',
  no_passkeys: 'Chaves de acesso precisam de https: quem opera o serviço acerta o endereço.',
  no_consent: 'A equipe desligou isto em Ajustes → Inteligência.',
  no_language_model: 'Quem opera o serviço não configurou um modelo de linguagem.',
  no_model_answer: 'O modelo de linguagem não respondeu como deveria. Tente de novo em instantes.',
  no_public_url: 'O serviço não sabe seu endereço público: quem o opera define PUBLIC_URL.',
  no_room: 'Não há mais espaço neste lugar: escolha outro.',
  no_target: 'O webhook não tem quadro para as tarefas.',
  not_empty: 'Esta equipe já tem dados.',
  not_sandbox: 'Isso só vale para caixas de teste.',
  not_subtask: 'Esta tarefa não é uma subtarefa.',
  only_sign_in_method:
    'Este é o seu único jeito de entrar: crie uma senha ou uma chave de acesso primeiro.',
  other_client_type: 'Este campo não vale para este tipo de cliente.',
  other_email: 'A equipe não pode receber você com este e-mail: peça um convite que o cite.',
  other_project: 'As duas tarefas precisam ser do mesmo projeto.',
  other_teams: 'Esta conta também é de outras equipes: peça um link a quem opera o serviço.',
  own_name: 'Cada pessoa só faz isso em seu próprio nome.',
  own_parent: 'Uma tarefa não pode ser a principal de si mesma.',
  own_webhook: 'Este endereço é deste próprio serviço: as entregas voltariam para cá.',
  owners_only: 'Só donos podem fazer isso.',
  personal_password: 'Esta senha vem do seu nome, e-mail ou equipe: escolha outra.',
  pixels: 'A imagem é grande demais: diminua e envie de novo.',
  private_address:
    'Este endereço não é público: nada chegaria lá. Quem opera o serviço pode liberar uma rede (WEBHOOK_ALLOW_CIDRS).',
  project_missing: 'O quadro não é de um projeto: o mapeamento precisa dar o projeto.',
  revoked: 'Isso foi revogado: crie outro.',
  run_over: 'A execução já não está nesse ponto: atualize a página.',
  same_client: 'Escolha campanhas de um só cliente.',
  same_name_active: 'Outro fluxo ativo tem o mesmo nome: desligue-o primeiro.',
  scanning: 'O arquivo ainda está sendo verificado: tente de novo em instantes.',
  second_factor_first: 'Ative primeiro a sua verificação em duas etapas.',
  signed_in: 'Você já entrou: continue com a sua conta ou saia primeiro.',
  still_running: 'O mesmo pedido ainda está em andamento: espere um instante.',
  subtask_not_empty:
    'Esta subtarefa tem mais do que um título, e um item do checklist não guardaria isso.',
  suspended: 'Essa pessoa está suspensa.',
  taken: 'Já está em uso por outro registro.',
  timer_running: 'Já há um cronômetro em andamento; pare-o primeiro.',
  task_elsewhere: 'A tarefa não existe mais ou está na lixeira.',
  too_late: 'O prazo para isso acabou.',
  too_much: 'É demais de uma vez: use menos.',
  unchangeable: 'Esta mensagem não pode ser mudada na rede.',
  unlisted_phase: 'Use só etapas que estão na lista.',
  unusable_inbox: 'Esta caixa não pode ser usada: confira a conexão.',
  week_locked: 'Esta semana está fechada; só um administrador altera as horas dela.',
  window_closed:
    'A pessoa escreveu há mais de 24 horas: só um modelo aprovado pode ser enviado agora.',
  won_and_lost: 'Uma etapa não pode ser de ganho e de perda ao mesmo tempo.',
  workflow_disabled: 'O fluxo está desligado: ligue-o primeiro.',
  wrong_code: 'Este código não confere: tente o próximo.',
  wrong_file: 'O conteúdo do arquivo não é o que o nome ou o tipo diz.',
};

/** For a field that wants a whole number. */
const whole = (p: { least: string; most: string }) =>
  `Use um número inteiro de ${p.least} a ${p.most}.`;

/** For fields that the browser refuses. */
const browser = {
  required: () => 'Preencha este campo.',
  length: (p: { least: string; most: string }) => `Use de ${p.least} a ${p.most} caracteres.`,
  areaPhone: () => 'Escreva o telefone com DDD, como (11) 99999-8888.',
  address: () => 'Escreva um endereço que comece com http:// ou https://, sem usuário e senha.',
  email: () => 'Escreva um e-mail válido, como ana@exemplo.com.br.',
};

/** Titles of rare failures, loaded with the first of them. */
const titles: Readonly<Record<string, string>> = {
  PAYLOAD_TOO_LARGE: 'É grande demais para ser enviado.',
  UNSUPPORTED_MEDIA_TYPE: 'Este tipo de arquivo não é aceito.',
  METHOD_NOT_ALLOWED: 'Isso não é possível aqui. Recarregue a página.',
  IDEMPOTENCY_KEY_REUSED: 'Isso já foi enviado com outro conteúdo. Recarregue a página.',
  TOO_COSTLY: 'É demais de uma vez. Restrinja a busca, os filtros ou o período.',
  TEAM_BUSY: 'Sua equipe está fazendo muita coisa ao mesmo tempo. Tente de novo em instantes.',
  BAD_GATEWAY: 'O outro serviço não respondeu como deveria. Tente de novo.',
  UNREADABLE: 'O servidor respondeu algo que não entendemos. Tente de novo.',
};

export const words = { other: fallback, codes, formats, reasons, whole, browser, titles };

export type ProblemWords = typeof words;
