import { type Language, type MailedNotification, pathOf, sentenceOf, short } from './mail-texts.ts';

/* Messages to browsers, in the language of the member, as the panel's service worker displays them. */

/** A message; the service worker (http/push-worker.js) reads it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Page that a click opens. */
  readonly path: string;
  /** A later message with the same tag replaces this one. */
  readonly tag: string;
  readonly lang: Language;
}

const words = {
  'pt-BR': {
    one: (team: string) => `Nova notificação em ${team}`,
    several: (count: number, team: string) => `${count} novas notificações em ${team}`,
  },
  en: {
    one: (team: string) => `New notification in ${team}`,
    several: (count: number, team: string) => `${count} new notifications in ${team}`,
  },
} as const;

interface Pushed {
  readonly team: string;
  readonly slug: string;
  readonly latest: MailedNotification;
  /** Number of notifications that the message is about. */
  readonly count: number;
  /** True if the member wants texts on the screen, which others may see. */
  readonly showsText: boolean;
}

export function pushMessage(
  { team, slug, latest, count, showsText }: Pushed,
  lang: Language,
): PushMessage {
  const name = short(team, 80);
  if (count > 1) {
    const path = `/t/${encodeURIComponent(slug)}`;
    return { title: words[lang].several(count, name), body: '', path, tag: path, lang };
  }
  const path = pathOf(slug, latest);
  if (!showsText) return { title: words[lang].one(name), body: '', path, tag: path, lang };
  const title = `${sentenceOf(lang, latest)} ${short(latest.record_name)}`;
  const body = latest.excerpt ? `${name}: “${short(latest.excerpt, 200)}”` : name;
  return { title, body, path, tag: path, lang };
}
