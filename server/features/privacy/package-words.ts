import type { ExportLanguage } from '#server/records/exported-columns.ts';

/* Words of the page in a person's package. */

/** Values of the service, as the person reads them; values without a translation are written as they are. */
const valuesPt: Readonly<Record<string, string>> = {
  person: 'Você',
  team: 'Equipe',
  contacts: 'Contato',
  clients: 'Cliente',
  deals: 'Negócio',
  contracts: 'Contrato',
  activities: 'Atividade',
  projects: 'Projeto',
  tasks: 'Tarefa',
  campaigns: 'Campanha',
  comments: 'Comentário',
  messages: 'Mensagem',
  conversation_notes: 'Nota interna',
  files: 'Arquivo',
  active: 'Ativo',
  inactive: 'Inativo',
  open: 'Em aberto',
  snoozed: 'Adiada',
  resolved: 'Resolvida',
  won: 'Ganho',
  lost: 'Perdido',
  low: 'Baixa',
  medium: 'Média',
  high: 'Alta',
  urgent: 'Urgente',
  draft: 'Rascunho',
  pending: 'Pendente',
  approved: 'Aprovado',
  rejected: 'Recusado',
  changes: 'Mudanças pedidas',
  completed: 'Concluído',
  cancelled: 'Cancelado',
  canceled: 'Cancelada',
  archived: 'Arquivado',
  scheduled: 'Agendada',
  sent: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
  received: 'Recebida',
  failed: 'Falhou',
  call: 'Ligação',
  meeting: 'Reunião',
  note: 'Nota',
  task: 'Tarefa',
  owner: 'Proprietário',
  admin: 'Administrador',
  member: 'Membro',
  holiday: 'Férias',
  sick: 'Doença',
  other: 'Outro',
};

const valuesEn: Readonly<Record<string, string>> = { person: 'You', team: 'Team' };

interface PackageWords {
  readonly locale: string;
  readonly title: string;
  /** @param day on which the package was made */
  about(team: string, day: string): string;
  readonly masked: string;
  readonly formats: string;
  readonly leftOut: string;
  readonly contents: string;
  readonly none: string;
  readonly identifiers: string;
  readonly missingFile: string;
  readonly yes: string;
  readonly no: string;
  readonly values: Readonly<Record<string, string>>;
}

export const packageWords: Readonly<Record<ExportLanguage, PackageWords>> = {
  pt: {
    locale: 'pt-BR',
    title: 'Seus dados',
    about: (team, day) =>
      `O que ${team} guarda sobre você no Pauta, em ${day}, conforme os arts. 18 e 19 da Lei Geral de Proteção de Dados (Lei nº 13.709/2018).`,
    masked:
      'Dados de outras pessoas foram mascarados: nomes aparecem como iniciais, e números e e-mails, como asteriscos.',
    formats:
      'Os mesmos dados estão em JSON (para levar a outro serviço) e em CSV (para abrir em planilhas), nas pastas json e csv.',
    leftOut:
      'Ficam de fora cópias técnicas dos mesmos dados, que são apagadas por prazo: registros de auditoria, eventos e entregas a outros sistemas.',
    contents: 'Conteúdo',
    none: 'Nenhum registro foi encontrado.',
    identifiers: 'Dados pelos quais você foi procurado',
    missingFile: 'arquivo não disponível',
    yes: 'Sim',
    no: 'Não',
    values: valuesPt,
  },
  en: {
    locale: 'en',
    title: 'Your data',
    about: (team, day) =>
      `What ${team} stores about you in Pauta, on ${day}, as required by Arts. 18 and 19 of Brazil’s data protection law (LGPD, Lei 13.709/2018).`,
    masked:
      'Data of other people is masked: names appear as initials, and numbers and email addresses as asterisks.',
    formats:
      'The same data is in JSON (to take to another service) and in CSV (to open in spreadsheets), in the folders json and csv.',
    leftOut:
      'Technical copies of the same data, which are deleted after a period, are left out: the audit log, events, and deliveries to other systems.',
    contents: 'Contents',
    none: 'No records were found.',
    identifiers: 'Data by which you were searched for',
    missingFile: 'file not available',
    yes: 'Yes',
    no: 'No',
    values: valuesEn,
  },
};
