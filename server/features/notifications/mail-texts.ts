import type { NotificationKind } from '#server/events/notifications.ts';
import type { Decision } from '../approvals/table.ts';

/* Texts of mailed notifications, in the language of the recipient. They contain no more than the panel's list of notifications. */

export type Language = 'pt-BR' | 'en';

/** A notification, as listed in the panel. */
export interface MailedNotification {
  readonly kind: NotificationKind;
  readonly record_type: string;
  readonly record_id: string;
  readonly record_name: string;
  readonly actor_name: string | null;
  readonly decision: Decision | null;
  readonly excerpt: string | null;
}

interface Words {
  readonly somebody: string;
  readonly kinds: Readonly<Record<NotificationKind, (name: string) => string>>;
  readonly decisions: Readonly<Record<Decision, (name: string) => string>>;
  readonly assignedToYou: string;
  readonly assignedToSquad: string;
  readonly subject: (count: number, team: string) => string;
  readonly further: (count: number) => string;
  readonly list: string;
  readonly why: (team: string) => string;
  readonly settings: string;
  readonly unsubscribe: string;
}

const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    somebody: 'Alguém',
    kinds: {
      assigned: (name) => `${name} passou para você`,
      mentioned: (name) => `${name} mencionou você em`,
      commented: (name) => `${name} comentou em`,
      decided: (name) => `${name} decidiu sobre`,
      unsent: () => 'Não foi enviada uma mensagem agendada em',
      overdue: () => 'Está atrasada a resposta em',
      squad_assigned: (name) => `${name} passou para o seu squad:`,
      privacy_due: () => 'Está perto do prazo o pedido de titular (LGPD)',
      hours_nearly_used: () => 'Já usou 80% das horas do período o contrato',
      hours_used: () => 'Usou todas as horas do período o contrato',
    },
    decisions: {
      approved: (name) => `${name} aprovou`,
      changes: (name) => `${name} pediu ajuste em`,
      rejected: (name) => `${name} recusou`,
    },
    assignedToYou: 'Agora é com você:',
    assignedToSquad: 'Agora é com o seu squad:',
    subject: (count, team) => `${count} avisos de ${team}`,
    further: (count) => (count === 1 ? 'E mais 1 aviso.' : `E mais ${count} avisos.`),
    list: 'Abrir no Pauta:',
    why: (team) => `Você recebe este e-mail porque é da equipe ${team} no Pauta.`,
    settings: 'Escolher o que chega por e-mail:',
    unsubscribe: 'Não receber mais avisos por e-mail desta equipe:',
  },
  en: {
    somebody: 'Someone',
    kinds: {
      assigned: (name) => `${name} assigned you`,
      mentioned: (name) => `${name} mentioned you in`,
      commented: (name) => `${name} commented on`,
      decided: (name) => `${name} decided on`,
      unsent: () => 'A scheduled message was not sent in',
      overdue: () => 'The reply is overdue in',
      squad_assigned: (name) => `${name} assigned to your squad:`,
      privacy_due: () => 'The deadline is near for the privacy request',
      hours_nearly_used: () => '80% of the hours of the period are used:',
      hours_used: () => 'All hours of the period are used:',
    },
    decisions: {
      approved: (name) => `${name} approved`,
      changes: (name) => `${name} requested changes to`,
      rejected: (name) => `${name} rejected`,
    },
    assignedToYou: 'Assigned to you:',
    assignedToSquad: 'Assigned to your squad:',
    subject: (count, team) => `${count} notifications from ${team}`,
    further: (count) =>
      count === 1 ? 'And 1 more notification.' : `And ${count} more notifications.`,
    list: 'Open in Pauta:',
    why: (team) => `You receive this e-mail because you are a member of the team ${team} on Pauta.`,
    settings: 'Choose what is mailed to you:',
    unsubscribe: 'Stop e-mail notifications of this team:',
  },
};

/** Max number of notifications in one mail. */
export const mostMailed = 50;
const maxName = 120;

/** One line, so that a name cannot add text. */
export const short = (text: string, most = maxName) => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line;
};

export interface MailContent {
  readonly team: string;
  readonly slug: string;
  /** Latest first. */
  readonly notifications: readonly MailedNotification[];
  /** Number of all, also those that are not listed. */
  readonly count: number;
  /** Base URL of the panel. */
  readonly publicUrl: string;
  readonly unsubscribeUrl: string;
}

/** The event, without the name of the record. */
export function sentenceOf(language: Language, each: MailedNotification): string {
  const { kind, actor_name, decision } = each;
  const say = words[language];
  if (actor_name === null && kind === 'assigned') return say.assignedToYou;
  if (actor_name === null && kind === 'squad_assigned') return say.assignedToSquad;
  const name = short(actor_name ?? say.somebody, 80);
  return decision === null ? say.kinds[kind](name) : say.decisions[decision](name);
}

/** Kinds of records that have a page in the panel. */
const withPage: ReadonlySet<string> = new Set([
  'activities',
  'campaigns',
  'clients',
  'contacts',
  'contracts',
  'conversations',
  'deals',
  'projects',
  'tasks',
]);

/** Path of the page of a notification's record. */
export function pathOf(
  slug: string,
  { record_type, record_id }: Pick<MailedNotification, 'record_type' | 'record_id'>,
): string {
  const team = `/t/${encodeURIComponent(slug)}`;
  if (withPage.has(record_type)) return `${team}/${record_type}/${record_id}`;
  if (record_type === 'privacy_requests') return `${team}/settings/privacy/${record_id}`;
  return team;
}

/** True if all notifications are about one record. */
export const isOfOneRecord = ([first, ...others]: readonly MailedNotification[]): boolean =>
  first !== undefined && others.every(({ record_id }) => record_id === first.record_id);

export function notificationMail(
  content: MailContent,
  language: Language,
): { readonly subject: string; readonly text: string } {
  const { notifications, count, publicUrl, slug, unsubscribeUrl } = content;
  const say = words[language];
  const team = short(content.team, 80);
  const [first] = notifications;
  // The subject of a record's mails stays the same, so that clients thread them.
  const subject =
    first && count === notifications.length && isOfOneRecord(notifications)
      ? `[${team}] ${short(first.record_name)}`
      : say.subject(count, team);
  const entries = notifications.map((each) =>
    [
      `${sentenceOf(language, each)} ${short(each.record_name)}`,
      ...(each.excerpt ? [`  “${short(each.excerpt, 200)}”`] : []),
      `  ${publicUrl}${pathOf(slug, each)}`,
    ].join('\n'),
  );
  const further = count - notifications.length;
  const home = `${publicUrl}/t/${encodeURIComponent(slug)}`;
  const text = [
    ...entries,
    ...(further > 0 ? [`${say.further(further)}\n${say.list} ${home}`] : []),
    [
      '-- ',
      say.why(team),
      `${say.settings} ${publicUrl}/account/preferences`,
      `${say.unsubscribe} ${unsubscribeUrl}`,
      '',
    ].join('\n'),
  ].join('\n\n');
  return { subject, text };
}
