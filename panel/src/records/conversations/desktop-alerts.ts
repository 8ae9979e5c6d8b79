import { request } from '#panel/api/call.ts';
import type { Message } from '#panel/api/types.ts';
import { type AlertScope, alertScopeOf, hasAlertSound } from '#panel/data/preferences.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { conversationWords } from '#panel/words/conversations/load.ts';
import { conversationIn } from './address.ts';
import { conversationName } from './conversation-name.ts';
import { readableText } from './group-mentions.ts';
import type { Row, View } from './list-rows.ts';
import { hasRow } from './thread/message-rows.ts';

/*
 * Desktop alerts of new messages. Each tab receives every message; the lock of the message lets one of them announce it. A tab that shows the
 * conversation takes the lock first and stays silent.
 */

/** Time in which a tab that shows the conversation takes the lock. */
const precedenceMs = 300;
/** Time for which the lock is held, so that a slower tab does not announce the message as well. */
const heldMs = 5_000;
/** Older messages, as after a reconnect, are not announced. */
const maxAgeMs = 120_000;
const maxPreviewLength = 140;

const viewsOf: Readonly<Record<AlertScope, readonly View[]>> = {
  off: [],
  mine: ['mine'],
  unassigned: ['mine', 'unassigned'],
  all: ['all'],
};

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const isInFront = (id: string) =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  conversationIn(location.pathname) === id;

/** The conversation, if it is open, unread and in one of the views: the server knows if it waits for this user, and if it is muted. */
async function rowIn(slug: string, id: string, views: readonly View[]): Promise<Row | undefined> {
  for (const view of views) {
    const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
      at: { team_slug: slug },
      query: { ids: id, view, status: 'open' },
    });
    if (rows[0]) return rows[0].unread > 0 ? rows[0] : undefined;
  }
  return undefined;
}

/** Two short notes. Browsers are silent until the user has interacted with the page. */
function playSound(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.08;
  volume.connect(audio.destination);
  for (const [place, frequency] of [660, 880].entries()) {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(audio.currentTime + place * 0.12);
    note.stop(audio.currentTime + place * 0.12 + 0.1);
  }
  setTimeout(() => void audio.close(), 1_000);
}

/** Options that browsers know, but not all of their types. */
interface AlertOptions extends NotificationOptions {
  /** True if an alert with the same tag appears again, instead of changing silently. */
  readonly renotify: boolean;
}

/** Browsers of phones have alerts of service workers only; without one, sound and title announce the message. */
async function display(title: string, body: string, tag: string, path: string): Promise<void> {
  const options: AlertOptions = {
    ...{ body, tag, renotify: true, icon: '/icon.svg' },
    // The service worker opens it.
    data: { path },
  };
  try {
    const alert = new Notification(title, options);
    alert.onclick = () => {
      window.focus();
      navigate(path);
      alert.close();
    };
  } catch {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.showNotification(title, options);
  }
}

async function announce(slug: string, message: Message, person: string): Promise<void> {
  const id = message.conversation_id;
  const row = await rowIn(slug, id, viewsOf[alertScopeOf(person)]);
  if (!row) return;
  const words = await conversationWords();
  const kind = message.message_type === 'text' ? undefined : words.types[message.message_type];
  const content = [kind, readableText(message)]
    .filter(Boolean)
    .join(': ')
    .slice(0, maxPreviewLength);
  await display(conversationName(row, words), content, id, recordPath(slug, 'conversations', id));
  if (hasAlertSound(person)) playSound();
}

/** Announces a contact's message, unless a tab shows its conversation or another tab announces it. */
export async function alertOf(slug: string, message: Message, person: string): Promise<void> {
  const { id, created_at, conversation_id } = message;
  if (!('Notification' in window) || Notification.permission !== 'granted' || !hasRow(message))
    return;
  if (Date.now() - Date.parse(created_at) > maxAgeMs) return;
  const isSilent = isInFront(conversation_id);
  if (!isSilent) await wait(precedenceMs);
  await navigator.locks.request(`pauta.alert.${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    if (!isSilent) await announce(slug, message, person);
    await wait(heldMs);
  });
}
