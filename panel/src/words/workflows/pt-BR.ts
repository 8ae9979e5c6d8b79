import type { MessageCause, RunReasonCode } from '#panel/api/schema.ts';
import { plural } from '../plural.ts';

/* Words of workflows, loaded with their pages. */

const form = plural('pt-BR');
type Named = Readonly<Record<string, string>>;
/** Sentences of reasons, with the label of a field and a limit. */
type RunReasonTexts = Readonly<
  Record<Exclude<RunReasonCode, 'not_sent'>, (p: { field: string; limit: string }) => string>
>;
interface Between {
  from: string | undefined;
  to: string | undefined;
}
const ways = ({ from, to }: Between, leaves: string, goes: string) =>
  [...(from ? [`${leaves} ${from}`] : []), ...(to ? [`${goes} ${to}`] : [])].join(' e ');

export const words = {
  title: 'Fluxos',
  about:
    'O que o Pauta faz sozinho quando algo acontece: cria a tarefa, avisa o cliente, passa adiante.',
  all: 'Todos os fluxos',
  none: 'Nenhum fluxo ainda. Comece por um exemplo: quando um negócio é ganho, criar a tarefa de kick-off.',
  create: 'Criar fluxo',
  name: 'Nome',
  nameHint: 'Para você reconhecer na lista: “Negócio ganho: abrir o projeto”.',
  state: 'Situação',
  active: 'Ligado',
  off: 'Desligado',
  switchOn: 'Ligar',
  switchOff: 'Desligar',
  switchOffTitle: (p: { name: string }) => `Desligar ${p.name}?`,
  switchOffAbout:
    'Ele não começa mais, e as execuções que esperam o próximo passo terminam aqui. O que já foi feito fica.',
  switchedOn: 'Fluxo ligado.',
  switchedOff: 'Fluxo desligado.',
  remove: 'Excluir',
  removeTitle: (p: { name: string }) => `Excluir ${p.name}?`,
  removeAbout:
    'Ele não começa mais e sai da lista, e não dá para desfazer. As execuções que esperam o próximo passo terminam aqui. O que já foi feito fica.',
  removed: 'Fluxo excluído.',
  last: 'Última execução',
  noRun: 'ainda não rodou',
  version: (p: { version: number }) => `Versão ${p.version}`,
  when: 'Quando',
  whenText: (p: { what: string }) => `Quando ${p.what}`,
  tabs: { edit: 'Fluxo', runs: 'Execuções', versions: 'Versões' },
  tabsLabel: 'Partes do fluxo',

  /** Sample values for data that exists only in a real run. */
  sample: {
    message: {
      content: 'Oi! Vocês fazem loja virtual? Queria um orçamento.',
      message_type: 'text',
    },
    previous: { phase: 'proposta', column: 'doing', approval_status: 'pending' },
  },

  // Triggers --------------------------------------------------------------------------------------
  trigger: {
    title: 'Quando isto acontecer',
    about: 'Não importa quem faz: uma pessoa, a API, um contato ou outro fluxo.',
    aboutTime: 'O Pauta olha o relógio, mesmo que ninguém esteja usando.',
    type: 'Acontecimento',
    names: {
      deal_created: 'Um negócio é criado',
      deal_stage_changed: 'Um negócio muda de fase',
      task_created: 'Uma tarefa é criada',
      task_moved: 'Uma tarefa muda de coluna',
      conversation_received: 'Chega uma mensagem de um contato',
      group_message_received: 'Chega uma mensagem em um grupo',
      conversation_resolved: 'Uma conversa é resolvida',
      conversation_overdue: 'Passa o prazo de resposta de uma conversa',
      campaign_approval_changed: 'A aprovação de uma campanha muda',
      conversation_waiting: 'Uma conversa espera resposta há muito tempo',
      deal_waiting: 'Um negócio fica muito tempo na fase',
      task_waiting: 'Uma tarefa fica muito tempo na coluna',
      approval_waiting: 'Uma aprovação espera há muito tempo',
      schedule: 'Chega um dia e horário',
    } as Named,
    says: {
      deal_created: () => 'um negócio é criado',
      deal_stage_changed: (p: Between) =>
        `um negócio ${ways(p, 'sai de', 'vai para') || 'muda de fase'}`,
      task_created: () => 'uma tarefa é criada',
      task_moved: (p: Between) => `uma tarefa ${ways(p, 'sai de', 'vai para') || 'muda de coluna'}`,
      conversation_received: () => 'chega uma mensagem de um contato',
      group_message_received: () => 'chega uma mensagem em um grupo',
      conversation_resolved: () => 'uma conversa é resolvida',
      conversation_overdue: () => 'passa o prazo de resposta de uma conversa',
      campaign_approval_changed: (p: Between) =>
        `a aprovação de uma campanha ${ways(p, 'deixa de ser', 'passa a ser') || 'muda'}`,
    } as Readonly<Record<string, (p: Between) => string>>,
    waits: {
      time: 'Mais de',
      in: { phase: 'Na fase', column: 'Na coluna' },
      any: { phase: 'Qualquer fase aberta', column: 'Qualquer coluna, se não concluída' },
      businessHours: 'Contar só o horário de atendimento',
      businessHoursHint:
        'Feriados e horas fechadas não contam; um dia é um dia aberto. Em conversas vale o horário da caixa, no resto o do time.',
      says: {
        conversation_waiting: (p: { time: string }) =>
          `uma conversa espera resposta há mais de ${p.time}`,
        deal_waiting: (p: { time: string; name: string | undefined }) =>
          `um negócio está há mais de ${p.time} ${p.name ? `em ${p.name}` : 'na mesma fase'}`,
        task_waiting: (p: { time: string; name: string | undefined }) =>
          `uma tarefa está há mais de ${p.time} ${p.name ? `em ${p.name}` : 'na mesma coluna'}`,
        approval_waiting: (p: { time: string }) => `uma aprovação espera há mais de ${p.time}`,
      } as Readonly<Record<string, (p: { time: string; name: string | undefined }) => string>>,
      inBusinessHours: (p: { sentence: string }) => `${p.sentence}, em horário de atendimento`,
    },
    schedule: {
      repeat: 'Repetir',
      repeats: { daily: 'Todo dia', weekly: 'Em dias da semana', monthly: 'Em dias do mês' },
      at: 'Horário',
      zone: (p: { timeZone: string }) => `No fuso do time: ${p.timeZone}.`,
      weekdays: 'Dias da semana',
      monthDays: 'Dias do mês',
      monthDaysHint: 'Separe por vírgulas: 1, 15. Em mês mais curto, 31 é o último dia.',
      monthDaysWrong: 'Escreva dias de 1 a 31, separados por vírgulas.',
      closed: 'Se for dia fechado',
      closedHint: 'Feriados e dias sem expediente, conforme o horário de atendimento do time.',
      closedDays: {
        run: 'Roda do mesmo jeito',
        skip: 'Não roda',
        before: 'Roda no dia aberto anterior',
        after: 'Roda no próximo dia aberto',
      },
      days: {
        daily: () => 'todo dia',
        weekly: (p: { days: string }) => `toda semana: ${p.days}`,
        workweek: () => 'de segunda a sexta',
        monthly: (p: { days: string }) => `todo mês, no dia ${p.days}`,
      },
      otherwise: {
        skip: 'menos em dias fechados',
        before: 'ou no dia aberto anterior, se for dia fechado',
        after: 'ou no próximo dia aberto, se for dia fechado',
      },
      says: (p: { days: string; at: string; otherwise: string | undefined }) =>
        `chega a hora: ${p.days}, às ${p.at}${p.otherwise ? `, ${p.otherwise}` : ''}`,
    },
    other: 'acontece o que está no JSON',
    from: { phase: 'Saindo da fase', column: 'Saindo da coluna', approval: 'Deixando de ser' },
    to: { phase: 'Indo para a fase', column: 'Indo para a coluna', approval: 'Passando a ser' },
    any: 'Qualquer',
    onlyJson: 'Este gatilho só aparece no JSON.',
  },

  // Fields ----------------------------------------------------------------------------------------
  subjects: {
    deal: 'negócio',
    task: 'tarefa',
    conversation: 'conversa',
    campaign: 'campanha',
    schedule: 'agendamento',
    message: 'mensagem',
  },
  fields: {
    'deal.client.name': 'Nome do cliente',
    'deal.id': 'Este negócio',
    'task.id': 'Esta tarefa',
    'conversation.contact.name': 'Nome do contato',
    'conversation.inbox.name': 'Nome da caixa',
    'conversation.assignee.name': 'Nome do responsável',
    'conversation.squad.name': 'Nome do squad',
    'conversation.id': 'Esta conversa',
    'message.content': 'Texto da mensagem',
    'message.message_type': 'Tipo da mensagem',
    'campaign.project.name': 'Nome do projeto',
    'campaign.id': 'Esta campanha',
    'schedule.date': 'Data',
    'schedule.time': 'Horário',
    'schedule.weekday': 'Dia da semana (0 é domingo)',
    'schedule.day': 'Dia do mês',
    'schedule.month': 'Mês',
    'schedule.year': 'Ano',
    'previous.phase': 'Fase anterior',
    'previous.column': 'Coluna anterior',
    'previous.approval_status': 'Aprovação anterior',
  } as Named,
  values: {
    text: 'Texto',
    image: 'Imagem',
    audio: 'Áudio',
    video: 'Vídeo',
    document: 'Documento',
  } as Named,
  yes: 'sim',
  no: 'não',
  empty: 'vazio',

  // Conditions ------------------------------------------------------------------------------------
  conditions: {
    title: 'Só se',
    about: 'Todas precisam valer. Sem nenhuma, o fluxo roda sempre.',
    add: 'Adicionar condição',
    none: 'Sem condições: roda sempre.',
    one: (p: { place: number }) => `Condição ${p.place}`,
    field: 'Campo',
    says: 'O que vale',
    value: 'Valor',
    remove: (p: { place: number }) => `Remover a condição ${p.place}`,
    onlyJson: 'Esta condição só aparece no JSON.',
    operators: {
      eq: 'é',
      ne: 'não é',
      gt: 'é mais que',
      gte: 'é pelo menos',
      lt: 'é menos que',
      lte: 'é no máximo',
      in: 'é um destes',
      contains: 'contém',
      set: 'está preenchido',
      unset: 'está vazio',
    },
    dates: { gt: 'é depois de', gte: 'é a partir de', lt: 'é antes de', lte: 'é até' },
    sentence: (p: { field: string; says: string; value: string }) =>
      `${p.field} ${p.says}${p.value === '' ? '' : ` ${p.value}`}`,
    or: 'ou',
  },

  // Steps -----------------------------------------------------------------------------------------
  steps: {
    title: 'Faça isto, nesta ordem',
    about: 'Um passo começa quando o anterior terminou.',
    add: 'Adicionar passo',
    none: 'Nenhum passo ainda. O primeiro pode ser criar uma tarefa.',
    names: {
      create_task: 'Criar tarefa',
      create_activity: 'Criar atividade',
      create_project: 'Criar projeto',
      send_message: 'Enviar mensagem',
      update_deal: 'Alterar o negócio',
      update_task: 'Alterar a tarefa',
      update_campaign: 'Alterar a campanha',
      assign_conversation: 'Passar a conversa para alguém ou para um squad',
      resolve_conversation: 'Resolver a conversa',
      add_note: 'Anotar na conversa',
      call_webhook: 'Avisar outro sistema (webhook)',
      wait: 'Esperar',
    } as Named,
    one: (p: { place: number; name: string }) => `Passo ${p.place}: ${p.name}`,
    open: (p: { name: string }) => `Abrir ${p.name}`,
    close: (p: { name: string }) => `Fechar ${p.name}`,
    remove: 'Remover',
    removed: (p: { name: string }) => `${p.name} foi removido.`,
    double: 'Duplicar',
    doubled: (p: { name: string }) => `${p.name} foi duplicado.`,
    undo: 'Desfazer',
    onlyJson: 'Este passo só aparece no JSON.',
    others: (p: { names: string }) => `Só no JSON: ${p.names}.`,
    addField: 'Mais um campo…',
    removeField: (p: { name: string }) => `Tirar ${p.name}`,
    clears: 'Vai ficar vazio.',
    wrongSubject: (p: { step: string }) =>
      `“${p.step}” não combina com o acontecimento escolhido. Remova o passo ou troque o acontecimento.`,
    fields: {
      content: 'Texto',
      conversation_id: 'Conversa',
      message_type: 'Tipo da mensagem',
      template_id: 'Modelo do projeto',
      webhook_id: 'Endereço avisado',
      data: 'Dados enviados (JSON)',
      for: 'Tempo',
    } as Named,
    hints: {
      phone: 'Com o código do país: 5511999998888.',
      checklist_markdown: 'Um item por linha: - [ ] Contrato assinado',
      column: 'Sem coluna, entra na primeira do quadro.',
      data: 'O que o outro sistema recebe.',
    } as Named,
    units: { s: 'segundos', m: 'minutos', h: 'horas', d: 'dias' },
    unit: 'Unidade',
    spans: {
      s: (p: { count: number }) =>
        form(p.count, { one: `${p.count} segundo`, other: `${p.count} segundos` }),
      m: (p: { count: number }) =>
        form(p.count, { one: `${p.count} minuto`, other: `${p.count} minutos` }),
      h: (p: { count: number }) =>
        form(p.count, { one: `${p.count} hora`, other: `${p.count} horas` }),
      d: (p: { count: number }) =>
        form(p.count, { one: `${p.count} dia`, other: `${p.count} dias` }),
    },
  },

  // Controls --------------------------------------------------------------------------------------
  control: {
    choose: 'Escolher…',
    nothing: 'Não preencher',
    fixed: {
      date: 'Um dia fixo',
      moment: 'Um momento fixo',
      number: 'Um número fixo',
    },
    source: (p: { label: string }) => `De onde vem: ${p.label}`,
    from: (p: { field: string; subject: string }) => `${p.field} (${p.subject})`,
    insert: 'Inserir campo',
    insertIn: (p: { label: string }) => `Inserir campo em ${p.label}`,
    example: 'Vai ficar:',
    use: (p: { text: string }) => `Usar “${p.text}”`,
    clear: (p: { label: string }) => `Limpar ${p.label}`,
    raw: 'Este valor só aparece no JSON:',
    replace: (p: { label: string }) => `Preencher ${p.label} de novo`,
    noNumber: 'Escreva um número.',
    required: 'obrigatório',
  },
  problem: {
    missing: 'Preencha aqui.',
    gone: 'O que estava escolhido aqui não existe mais.',
    incomplete: 'Preencha o que falta neste passo.',
    unsuitable: 'Isto não vale para este gatilho.',
    wrong: 'Isto não pode ficar assim.',
    title: (p: { count: number }) =>
      form(p.count, {
        one: 'Falta acertar um ponto. Ele está marcado.',
        other: `Falta acertar ${p.count} pontos. Eles estão marcados.`,
      }),
    at: (p: { line: number }) => `linha ${p.line}`,
  },

  // JSON ------------------------------------------------------------------------------------------
  json: {
    title: 'JSON',
    about:
      'O mesmo fluxo, escrito como o Pauta o guarda. Mudar aqui muda o formulário, e vice-versa.',
    show: 'Mostrar JSON',
    hide: 'Esconder JSON',
    label: 'O fluxo em JSON',
    wrong: (p: { line: number; column: number; what: string }) =>
      `Linha ${p.line}, coluna ${p.column}: ${p.what}`,
    goTo: 'Ir até lá',
    back: 'Voltar ao que o formulário mostra',
    frozen: 'O JSON tem um erro. O formulário mostra a última versão certa e espera o conserto.',
    noObjectHere: 'Os dados começam com { e terminam com }.',
    noObject: 'Um fluxo começa com { e tem name, trigger e steps. Isto é outra coisa.',
    mistakes: {
      nothing: 'não há nada escrito.',
      value: 'aqui falta um valor.',
      name: 'aqui falta um nome entre aspas.',
      colon: 'aqui falta : depois do nome.',
      comma: 'aqui falta uma vírgula, ou fechar o que foi aberto.',
      extraComma: 'esta vírgula está sobrando.',
      twice: 'este nome já foi dado.',
      text: 'este texto não está bem entre aspas.',
      number: 'este número não está bem escrito.',
      deep: 'está dentro de coisas demais.',
      rest: 'isto está sobrando depois do fim.',
    },
  },

  // Saving ----------------------------------------------------------------------------------------
  save: 'Salvar',
  saveNew: 'Criar e ligar',
  saved: (p: { version: number }) => `Salvo como versão ${p.version}.`,
  made: 'Fluxo criado e ligado: vale a partir de agora.',
  unsaved: 'Há mudanças que não foram salvas.',
  discard: 'Descartar mudanças',
  kept: 'Você tinha começado e não salvou. Continuamos de onde parou.',
  newer: (p: { version: number }) =>
    `Enquanto você mexia, alguém salvou a versão ${p.version}. Salvar agora põe a sua no lugar dela.`,
  takeNewer: 'Ver a versão salva',

  // Starting points -------------------------------------------------------------------------------
  start: {
    title: 'Comece por um exemplo',
    about: 'Ele abre preenchido; você completa o que falta. Nada roda antes de salvar.',
    empty: 'Começar do zero',
    emptyAbout: 'Escolha o acontecimento e os passos.',
    change: 'Escolher outro exemplo',
  },
  examples: {
    kickOff: {
      name: 'Negócio ganho: abrir o projeto',
      about: 'Cria a tarefa de kick-off, agenda a reunião e avisa a equipe.',
      task: 'Kick-off: {{deal.title}}',
      description:
        'Cliente: {{deal.client.name}}\nValor fechado: R$ {{deal.value}}\nOrigem: {{deal.source}}\n\n{{deal.description}}',
      checklist:
        '- [ ] Contrato assinado\n- [ ] Acessos às redes e ao site\n- [ ] Briefing com o cliente\n- [ ] Cronograma enviado',
      activity: 'Reunião de kick-off com {{deal.client.name}}',
      activityAbout: 'Apresentar a equipe, confirmar o escopo e combinar o calendário.',
      message:
        'Negócio fechado! 🎉 {{deal.title}} ({{deal.client.name}}), R$ {{deal.value}}. A tarefa de kick-off já está no quadro.',
      tags: ['kick-off', 'cliente novo'],
    },
    lead: {
      name: 'Boas-vindas a um lead do site',
      about: 'Negócio grande que vem do site: marca com estrela e lembra de ligar em 2 horas.',
      source: 'site',
      activity: 'Primeiro contato: {{deal.title}}',
      activityAbout:
        'Lead de alto valor (R$ {{deal.value}}) vindo de {{deal.source}}. Agradecer o interesse, entender o prazo e marcar o diagnóstico.',
      tags: ['lead', 'primeiro contato'],
    },
    lost: {
      name: 'Negócio perdido: retomar em 90 dias',
      about: 'Espera 90 dias e lembra de procurar o cliente de novo.',
      activity: 'Retomar contato: {{deal.title}}',
      activityAbout:
        'Perdido na fase {{previous.phase}}. Motivo: {{deal.loss_reason}}. Perguntar como ficou o projeto e se há espaço para uma nova proposta.',
      tags: ['retomada'],
    },
    review: {
      name: 'Tarefa em revisão: avisar quem revisa',
      about: 'Quando uma tarefa chega na revisão, cria o lembrete de revisar.',
      activity: 'Revisar: {{task.title}}',
      activityAbout: 'A tarefa chegou na revisão. Prazo: {{task.due_date}}.',
    },
    message: {
      name: 'Mensagem nova: agradecer e registrar',
      about: 'Responde na hora ao contato e deixa um lembrete de retorno.',
      condition: 'orçamento',
      answer:
        'Oi, {{conversation.contact.name}}! Recebemos a sua mensagem e já vamos responder. 😊',
      activity: 'Responder {{conversation.contact.name}}',
      activityAbout: 'Escreveu: {{message.content}}',
    },
    resolved: {
      name: 'Conversa resolvida: perguntar como foi',
      about: 'Um dia depois de resolver, pergunta ao contato se deu tudo certo.',
      question:
        'Oi, {{conversation.contact.name}}! Deu tudo certo com o que você precisava? De 0 a 10, que nota daria para o atendimento?',
    },
    report: {
      name: 'Todo mês: fazer o relatório',
      about: 'No primeiro dia aberto do mês, cria a tarefa do relatório.',
      task: 'Relatório do mês anterior a {{schedule.date}}',
      checklist: '- [ ] Conferir horas\n- [ ] Conferir entregas\n- [ ] Enviar ao cliente',
    },
    approved: {
      name: 'Campanha aprovada: publicar',
      about: 'Quando o cliente aprova, cria a tarefa de publicar no projeto da campanha.',
      task: 'Publicar: {{campaign.name}}',
      description: 'Aprovada. Começa em {{campaign.start_date}}.\n\n{{campaign.description}}',
    },
  },

  // Dry run ---------------------------------------------------------------------------------------
  test: {
    title: 'Testar sem fazer nada',
    about:
      'Escolha um registro de verdade e veja o que aconteceria com ele. Nada é criado, enviado nem alterado.',
    record: {
      deal: 'Negócio para testar',
      task: 'Tarefa para testar',
      conversation: 'Conversa para testar',
      campaign: 'Campanha para testar',
    },
    aboutSchedule:
      'Veja quando o fluxo rodaria e o que faria. Nada é criado, enviado nem alterado.',
    run: 'Testar',
    nothingDone: 'Foi só um teste: nada foi feito.',
    fires: 'Este fluxo rodaria com este registro.',
    firesNot: 'Este fluxo não rodaria com este registro.',
    firesThen: 'Este fluxo rodaria nestes dias:',
    firesNever: 'Este fluxo não rodaria na próxima vez.',
    times: 'Próximas vezes',
    waitEnds: (p: { at: string }) => `O tempo acaba em ${p.at}.`,
    conditions: 'Condições',
    steps: 'Passos',
    has: (p: { value: string }) => `agora: ${p.value}`,
    holds: 'Vale',
    holdsNot: 'Não vale',
    outcomes: { would_do: 'Faria', would_fail: 'Falharia', would_wait: 'Esperaria' } as Named,
    waitsUntil: (p: { at: string }) => `até ${p.at}`,
    changed: 'O fluxo mudou desde o teste. Teste de novo.',
    mistake: 'Conserte o JSON antes de testar.',
    incomplete: 'Ainda falta preencher o que está marcado. Complete e teste de novo.',
  },

  // Runs ------------------------------------------------------------------------------------------
  runs: {
    title: 'Execuções',
    about: 'Cada vez que o fluxo começou, nos últimos 30 dias. A mais recente primeiro.',
    none: 'Ainda não rodou. Quando o acontecimento vier, a execução aparece aqui na hora.',
    noneSuch: 'Nenhuma execução com esta situação.',
    status: 'Situação',
    anyStatus: 'Todas',
    statuses: {
      pending: 'Em andamento',
      waiting: 'Esperando',
      done: 'Concluída',
      skipped: 'Pulada',
      failed: 'Falhou',
      stopped: 'Parada',
    } as Named,
    began: 'Começou',
    ended: 'Terminou',
    record: 'Registro',
    reason: 'Motivo',
    one: 'Execução',
    back: (p: { name: string }) => `Execuções de ${p.name}`,
    ofVersion: 'Versão',
    next: (p: { wait: string }) => `Próximo passo em ${p.wait}`,
    now: 'Próximo passo agora',
    steps: 'Passo a passo',
    stepStates: {
      done: 'Feito',
      failed: 'Falhou',
      skipped: 'Pulado',
      pending: 'Em andamento',
      waiting: 'Esperando',
      retrying: 'Falhou, vai tentar de novo',
      later: 'Ainda não',
      stopped: 'Interrompido',
      never: 'Não chegou aqui',
    } as Named,
    /** Links to the record that a step created or changed, by step type. */
    links: {
      create_task: 'Ver a tarefa criada',
      create_activity: 'Ver a atividade criada',
      create_project: 'Ver o projeto criado',
      send_message: 'Ver a mensagem na conversa',
      update_deal: 'Ver o negócio alterado',
      update_task: 'Ver a tarefa alterada',
      update_campaign: 'Ver a campanha alterada',
      assign_conversation: 'Ver a conversa atribuída',
      resolve_conversation: 'Ver a conversa resolvida',
      add_note: 'Ver a conversa com a nota',
      call_webhook: 'Ver a entrega ao webhook',
    } as Named,
    continueIt: 'Continuar de onde parou',
    continued: 'A execução continua.',
    skip: 'Pular este passo',
    skipTitle: 'Pular este passo?',
    skipAbout: (p: { step: string }) =>
      `“${p.step}” não será feito nesta execução. Ela segue com o próximo passo.`,
    skipped: 'Passo pulado: a execução segue.',
    stop: 'Parar execução',
    stopTitle: 'Parar esta execução?',
    stopAbout: 'O que falta não será feito. O que já foi feito fica. Não dá para desfazer.',
    stopped: 'Execução parada.',
    scheduled: (p: { at: string }) => `Agendado para ${p.at}`,
    records: {
      deals: 'Negócio',
      tasks: 'Tarefa',
      conversations: 'Conversa',
      campaigns: 'Campanha',
    } as Named,
  },

  /** For a reason without a code, or with one that this version does not know. */
  otherReason: 'Este passo não deu certo. O registro do serviço diz por quê.',
  /** By code of a reason, except those that have a cause or the refusal of an operation. */
  reasons: {
    disabled: () => 'O fluxo foi desligado.',
    stopped: () => 'Alguém parou a execução.',
    stopped_sending: () => 'A execução foi parada antes de se saber se a mensagem saiu.',
    unmet: (p) => `Uma condição não valia: ${p.field}.`,
    other_value: (p) =>
      `${p.field}: o registro tem agora outro valor, e não o que o gatilho espera.`,
    run_limit: (p) =>
      `O fluxo já rodou ${p.limit} vezes para esta conversa em uma hora: pode ser outra máquina respondendo.`,
    maybe_sent: () => 'A mensagem pode ter saído, por isso não é enviada de novo.',
    missing: () => 'Algo que este passo usa não existe mais.',
    refused: () => 'Os valores deste passo não foram aceitos.',
    unexpected: () => 'Algo deu errado no serviço. O registro do serviço diz o quê.',
    not_written: () => 'O contato ainda não escreveu nesta conversa.',
    not_waiting: () => 'Este registro não está esperando.',
    not_long_enough: () => 'Este registro ainda não esperou o bastante.',
    never_due: () => 'O time está fechado em todos esses dias: não há próxima vez em um ano.',
  } as RunReasonTexts,
  /** Why a message was not sent, by its cause. */
  causes: {
    network: 'O gateway não foi alcançado.',
    timeout: 'O gateway demorou demais.',
    disconnected: 'A sessão da caixa não está conectada.',
    number: 'O número não pode receber mensagens.',
    throttled: 'A rede pediu uma pausa.',
    credentials: 'O gateway recusou as chaves da caixa.',
    rejected: 'A rede recusou a mensagem.',
    gateway: 'O gateway falhou.',
    undelivered: 'A rede não entregou a mensagem.',
    unconfirmed: 'Ninguém confirmou se a mensagem saiu.',
    stopped: 'O envio foi interrompido.',
  } as Readonly<Record<MessageCause, string>>,

  // Versions --------------------------------------------------------------------------------------
  versions: {
    title: 'Versões',
    about: 'Cada vez que alguém salvou. Uma execução segue até o fim com a versão em que começou.',
    current: 'Em uso',
    first: 'A primeira versão.',
    by: (p: { name: string }) => `por ${p.name}`,
    byOperator: 'pela linha de comando',
    same: 'Nada mudou.',
    restore: 'Voltar para esta',
    restoreTitle: (p: { version: number }) => `Voltar para a versão ${p.version}?`,
    restoreAbout: 'Ela é salva de novo, como a versão mais nova. Nenhuma versão se perde.',
    restored: (p: { version: number }) => `A versão ${p.version} está em uso.`,
    see: 'Ver em JSON',
    name: (p: { was: string; is: string }) => `Nome: “${p.was}” → “${p.is}”`,
    trigger: (p: { was: string; is: string }) => `Quando: ${p.was} → ${p.is}`,
    added: (p: { what: string }) => `Nova condição: ${p.what}`,
    removed: (p: { what: string }) => `Condição removida: ${p.what}`,
    stepAdded: (p: { place: number; what: string }) => `Novo passo ${p.place}: ${p.what}`,
    stepRemoved: (p: { place: number; what: string }) => `Passo ${p.place} removido: ${p.what}`,
    stepMoved: (p: { place: number; what: string }) => `${p.what} agora é o passo ${p.place}`,
    stepChanged: (p: { place: number; what: string }) => `Passo ${p.place} mudou: ${p.what}`,
    field: (p: { name: string; was: string; is: string }) => `${p.name}: ${p.was} → ${p.is}`,
  },
};

export type WorkflowWords = typeof words;
