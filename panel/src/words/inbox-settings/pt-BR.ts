import { plural } from '../plural.ts';

const form = plural('pt-BR');

/* Words of business hours and of the settings of an inbox. */

export const words = {
  title: 'Atendimento',
  about: (p: { name: string }) => `Como a equipe atende por ${p.name}.`,
  back: 'Voltar para a caixa',
  hours: {
    title: 'Horário de atendimento',
    about: 'Quando a equipe responde. Vale para as caixas sem horário próprio.',
    ofInbox: 'Quando há quem responda por esta caixa.',
    zone: (p: { zone: string }) => `No fuso horário da equipe: ${p.zone}.`,
    none: 'Sem horário definido: a equipe conta como sempre aberta.',
    noneOfInbox: 'A equipe não tem horário definido: a caixa conta como sempre aberta.',
    week: 'Semana',
    set: 'Definir horário',
    ofTeam: 'Vale o horário da equipe.',
    ownHours: 'Usar um horário próprio',
    useTeam: 'Usar o horário da equipe',
    remove: 'Remover o horário',
    removed: 'Horário removido.',
    openNow: 'Aberta agora',
    closedNow: 'Fechada agora',
    closes: 'fecha',
    opens: 'abre',
    closed: 'Fechado',
    opensAt: (p: { day: string; n: number }) => `${p.day}, abre${p.n > 1 ? ` (${p.n})` : ''}`,
    closesAt: (p: { day: string; n: number }) => `${p.day}, fecha${p.n > 1 ? ` (${p.n})` : ''}`,
    until: 'até',
    addBlock: (p: { day: string }) => `Adicionar período: ${p.day}`,
    removeBlock: (p: { day: string; block: string }) => `Remover ${p.block}: ${p.day}`,
    repeat: 'Copiar a segunda para os outros dias úteis',
    overlap: (p: { days: string }) =>
      `Confira ${p.days}: cada período termina depois de começar, e um não entra no outro.`,
    overnight: 'Passa da meia-noite? Termine às 24:00 e continue às 00:00 no dia seguinte.',
  },
  access: {
    title: 'Quem vê esta caixa',
    about: 'Quem vê as conversas também responde. Admins e donos da equipe veem todas as caixas.',
    label: 'Acesso',
    team: 'Toda a equipe',
    chosen: 'Só pessoas e squads escolhidos',
    people: 'Pessoas',
    squads: 'Squads',
    person: 'Adicionar pessoa',
    squad: 'Adicionar squad',
    nobody: 'Ninguém escolhido: só admins e donos veem.',
    remove: (p: { name: string }) => `Tirar o acesso de ${p.name}`,
    save: 'Salvar acesso',
  },
  assignee: {
    title: 'Responsável pela conversa',
    onAnswer: 'Quem responde assume a conversa sem responsável',
    onAnswerHint:
      'Vale para as respostas da equipe, no painel. Uma conversa que já tem responsável fica com ele.',
  },
  distribution: {
    title: 'Distribuição automática',
    about:
      'Quando um contato começa uma conversa, ou volta a escrever depois de resolvida, e ela não tem responsável.',
    label: 'Distribuir conversas',
    hint: 'Entre quem vê esta caixa, está com o Pauta aberto e não escolheu “Ficar ausente” no menu da própria conta.',
    ways: {
      none: 'Não distribuir',
      round_robin: 'Em rodízio, uma para cada pessoa',
      load: 'Para quem tem menos conversas abertas',
    },
    squad: 'Só para o squad',
    squadHint: 'Vazio: todos os que veem esta caixa.',
    everyone: 'Todos os que veem esta caixa',
    limit: 'Máximo de conversas abertas por pessoa',
    limitHint: 'Contam só as desta caixa. Vazio: sem limite.',
    noLimit: 'Sem limite',
    now: (p: { names: string }) => `Recebem agora: ${p.names}.`,
    nobody:
      'Ninguém recebe agora. As conversas esperam e vão para quem chegar, a mais antiga primeiro.',
    save: 'Salvar distribuição',
  },
  days: {
    title: 'Dias fechados',
    national: 'Fechar nos feriados nacionais',
    nationalHint:
      'Inclui segunda e terça de Carnaval, Sexta-feira Santa e Corpus Christi, todo ano na data certa.',
    local: 'Feriados locais e recessos',
    none: 'Nenhum dia a mais.',
    date: 'Dia',
    name: 'Nome do dia',
    example: 'São João',
    yearly: 'Todo ano',
    everyYear: 'todo ano',
    listed: (p: { name: string }) => `Este dia já está na lista: ${p.name}.`,
    add: 'Adicionar dia',
    remove: (p: { name: string }) => `Remover ${p.name}`,
    import: 'Importar arquivo .ics',
    imported: (p: { n: number }) =>
      form(p.n, {
        one: `${p.n} dia adicionado. Salve para aplicar.`,
        other: `${p.n} dias adicionados. Salve para aplicar.`,
      }),
    nothingNew: 'O arquivo não traz nenhum dia novo.',
    unreadable: 'Este arquivo não é um calendário .ics com dias.',
    coming: 'Próximos dias fechados',
  },
  replies: {
    title: 'Respostas automáticas',
    about:
      'Saem sozinhas, uma vez por contato, e não contam como resposta: quem escreveu continua esperando.',
    greeting: 'Saudação',
    greetingHint:
      'Quando um contato começa uma conversa, ou volta a escrever depois de resolvida; no máximo uma vez por dia.',
    greetingExample: 'Olá! Recebemos sua mensagem e vamos responder em breve.',
    away: 'Mensagem de ausência',
    awayHint: 'Quando um contato escreve fora do horário; uma vez até a próxima abertura.',
    awayWithoutHours: 'Só sai fora do horário de atendimento, e nenhum está definido.',
    awayExample: 'Estamos fora do horário. Respondemos assim que abrirmos.',
    none: 'Nenhuma',
    save: 'Salvar respostas',
  },
  replyTimes: {
    title: 'Prazo de resposta',
    about:
      'Em quantos minutos a equipe deve responder, contados só dentro do horário de atendimento. O prazo aparece em cada conversa; respostas automáticas não contam.',
    aboutWithoutHours:
      'Em quantos minutos a equipe deve responder. Sem horário de atendimento, o prazo corre dia e noite. Respostas automáticas não contam.',
    first: 'Minutos até a primeira resposta',
    firstHint: 'Na primeira mensagem do contato. Deixe em branco para não ter prazo.',
    next: 'Minutos até as próximas respostas',
    nextHint: 'Quando o contato volta a escrever. Deixe em branco para não ter prazo.',
    none: 'Sem prazo',
    minutes: (p: { count: number }) =>
      form(p.count, { one: `${p.count} minuto`, other: `${p.count} minutos` }),
    firstDue: (p: { when: string }) =>
      `A primeira resposta a uma mensagem de agora venceria ${p.when}.`,
    nextDue: (p: { when: string }) =>
      `As próximas respostas a uma mensagem de agora venceriam ${p.when}.`,
    save: 'Salvar prazos',
  },
};

export type InboxSettingsWords = typeof words;
