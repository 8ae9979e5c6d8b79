import { randomUUID } from 'node:crypto';
import type {
  CampaignSnapshot,
  ShownItem,
  ShownRequest,
} from '#server/features/approvals/client-operations.ts';
import { decisions } from '#server/features/approvals/table.ts';
import { type Html, html, type Part } from '../html.ts';
import { iconPath } from '../icon.ts';
import { type BrandStyle, brandStyle } from './brand-style.ts';
import { comparesRounds, pieces, rounds } from './pieces.ts';
import { style } from './style.ts';
import { diffTexts } from './text-diff.ts';
import type { Texts } from './texts.ts';

/* Page of an approval link, rendered on the server: a phone displays it with the first response, and it works without scripts. */

/** Common parts of all pages. */
interface Frame {
  readonly words: Texts;
  /** Path of the script. */
  readonly script?: string;
  /** Path of the viewer of PDF files; undefined if they are only downloaded. */
  readonly viewer?: string | undefined;
}

/** A page, and what its Content-Security-Policy must allow in addition. */
export interface BrandedPage {
  readonly text: string;
  readonly brand: BrandStyle | undefined;
}

/** A submission to display again if it was not accepted. */
export interface Sent {
  readonly n: number;
  readonly name: string;
  readonly comment: string;
  readonly problem: string;
}

const inHead = (title: string, site: string, words: Texts) => html`
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive"><meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<meta property="og:title" content="${title}"><meta property="og:site_name" content="${site}">
<meta property="og:description" content="${words.description}"><meta name="description" content="${words.description}">
<style>`;

function whole(
  { words, script }: Frame,
  title: string,
  site: string,
  body: Part,
  brand?: BrandStyle,
): string {
  const page = html`<!doctype html>
<html lang="${words.lang}"><head>${inHead(title, site, words)}`.text;
  const loaded = script === undefined ? '' : `<script defer src="${script}"></script>`;
  const branded = brand === undefined ? '' : `<style>${brand.text}</style>`;
  return `${page}${style}</style>${branded}${loaded}</head><body>${html`${body}`.text}</body></html>\n`;
}

/** A page with a single message. */
export const notePage = (
  frame: Frame,
  {
    title,
    text,
    again,
    act,
  }: {
    readonly title: string;
    readonly text: string;
    readonly again?: string;
    /** Label of a button that posts to this page. */
    readonly act?: string | undefined;
  },
): string =>
  whole(
    frame,
    title,
    'Pauta',
    html`<main><div class="card"><h1>${title}</h1><p>${text}</p>${
      again !== undefined && html`<p><a class="button" href="${again}">${frame.words.again}</a></p>`
    }${
      act !== undefined &&
      html`<form method="post"><div class="buttons"><button class="approved">${act}</button></div></form>`
    }</div></main>`,
  );

/** Page that requests the PIN. It reveals nothing of the content. */
export function pinPage(frame: Frame, problem?: string): string {
  const { words } = frame;
  return whole(
    frame,
    words.pinTitle,
    'Pauta',
    html`<main><div class="card"><h1>${words.pinTitle}</h1><p>${words.pinText}</p>
${problem !== undefined && html`<p class="error" role="alert" id="problem">${problem}</p>`}
<form method="post"><input type="hidden" name="act" value="pin">
<label for="pin">${words.pin}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="12" required${
      problem === undefined ? null : html` aria-invalid="true" aria-describedby="problem"`
    }>
<div class="buttons"><button class="approved">${words.open}</button></div></form></div></main>`,
  );
}

// Content ----------------------------------------------------------------------------------------

const dateOf = (text: string, words: Texts) =>
  new Intl.DateTimeFormat(words.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${text}T00:00:00Z`),
  );

const momentOf = (text: string, { time_zone: timeZone }: ShownRequest, words: Texts) =>
  new Intl.DateTimeFormat(words.lang, { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(text),
  );

function period({ start_date: start, end_date: end }: CampaignSnapshot, words: Texts): string {
  if (start && end) return `${dateOf(start, words)} ${words.until} ${dateOf(end, words)}`;
  if (start) return `${words.from} ${dateOf(start, words)}`;
  return end ? `${words.until} ${dateOf(end, words)}` : '';
}

const marked = (was: string | undefined, is: string): Part =>
  was === undefined
    ? is
    : diffTexts(was, is).map(({ is: kind, text }) =>
        kind === 'same'
          ? text
          : kind === 'new'
            ? html`<ins>${text}</ins>`
            : html`<del>${text}</del>`,
      );

/** Marks a text that is replaced as a whole. */
const replaced = (was: string | undefined, is: string): Part =>
  was === undefined || was === is
    ? is
    : [was !== '' && html`<del>${was}</del> `, is !== '' && html`<ins>${is}</ins>`];

const section = (title: string, content: Part, isThere: boolean): Part =>
  isThere && html`<h3>${title}</h3>${content}`;

function tags(title: string, were: readonly string[] | undefined, are: readonly string[]): Part {
  const gone = were?.filter((each) => !are.includes(each)) ?? [];
  const all = [
    ...are.map((each) =>
      were && !were.includes(each) ? html`<li><ins>${each}</ins></li>` : html`<li>${each}</li>`,
    ),
    ...gone.map((each) => html`<li><del>${each}</del></li>`),
  ];
  return section(title, html`<ul class="tags">${all}</ul>`, all.length > 0);
}

const goalText = (value: unknown, words: Texts): string =>
  typeof value === 'number'
    ? new Intl.NumberFormat(words.lang).format(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

function goals(snapshot: CampaignSnapshot, before: CampaignSnapshot | null, words: Texts): Part {
  const names = [...new Set([...Object.keys(snapshot.goals), ...Object.keys(before?.goals ?? {})])];
  const goalOf = (of: CampaignSnapshot, name: string) =>
    Object.hasOwn(of.goals, name) ? goalText(of.goals[name], words) : '';
  const rows = names.map((name) => {
    const was = before ? goalOf(before, name) : undefined;
    return html`<dt>${name}</dt><dd>${replaced(was, goalOf(snapshot, name))}</dd>`;
  });
  return section(words.goals, html`<dl>${rows}</dl>`, rows.length > 0);
}

function legend({ shown: snapshot, before }: ShownItem, words: Texts): Part {
  if (!before) return null;
  // Ignores the files' URLs, which differ on every view.
  const bare = ({ files, ...rest }: CampaignSnapshot) =>
    JSON.stringify([rest, files.map(({ id, name }) => [id, name])]);
  return html`<p class="legend">${
    bare(snapshot) === bare(before)
      ? words.noChanges
      : html`${words.legend} <ins>${words.added}</ins> · <del>${words.removed}</del>`
  }</p>`;
}

const icons = { approved: '✓', changes: '✎', rejected: '✕' } as const;

function receipt(item: ShownItem, request: ShownRequest, words: Texts): Part {
  const { decisions: made, approvals, state } = item;
  if (made.length === 0) return null;
  const last = made.at(-1)?.decision ?? 'approved';
  return html`<div class="receipt ${last}" role="status"><strong>${words.receipt}</strong>
${made.map(
  ({ decision, approver, created_at, comment }) =>
    html`<p><span class="state ${decision}"><span aria-hidden="true">${icons[decision]}</span> ${
      words.decided[decision]
    }</span> ${words.by(approver, momentOf(created_at, request, words))}</p>${
      comment !== null && html`<blockquote>${comment}</blockquote>`
    }`,
)}
${request.needed > 1 && html`<p>${words.waiting(approvals, request.needed)}</p>`}
<p class="muted">${state === 'pending' ? words.stillOthers : words.receiptText}</p></div>`;
}

function form(item: ShownItem, sent: Sent | undefined, words: Texts): Html {
  const { n } = item;
  const problem = sent?.problem;
  return html`<form id="a${n}" method="post" action="#i${n}">
<h3>${words.yourAnswer}</h3>
${problem !== undefined && html`<p class="error" role="alert" id="problem${n}">${problem}</p>`}
<input type="hidden" name="act" value="decide"><input type="hidden" name="n" value="${n}">
<input type="hidden" name="nonce" value="${randomUUID()}"><input type="hidden" name="sha256" value="${item.sha256}">
<label for="name${n}">${words.name}</label>
<input id="name${n}" name="name" autocomplete="name" maxlength="120" required value="${sent?.name ?? ''}">
<label for="comment${n}">${words.comment}</label>
<textarea id="comment${n}" name="comment" maxlength="2000" aria-describedby="hint${n}${
    problem === undefined ? '' : ` problem${n}`
  }">${sent?.comment ?? ''}</textarea>
<p class="muted" id="hint${n}">${words.commentHint}</p>
<div class="buttons">${decisions.map(
    (each) =>
      html`<button class="${each}" name="decision" value="${each}"><span aria-hidden="true">${icons[each]}</span> ${
        words.decide[each]
      }</button>`,
  )}</div></form>`;
}

function answer(
  item: ShownItem,
  request: ShownRequest,
  sent: Sent | undefined,
  words: Texts,
): Part {
  const problem = sent !== undefined && html`<p class="error" role="alert">${sent.problem}</p>`;
  switch (item.state) {
    case 'pending':
      return [receipt(item, request, words), form(item, sent, words)];
    case 'changed':
      return [
        problem,
        receipt(item, request, words),
        html`<p class="notice">${words.changing}</p>`,
      ];
    case 'withdrawn':
      return [problem, html`<p class="notice">${words.withdrawn}</p>`];
    default:
      return [problem, receipt(item, request, words)];
  }
}

function article(
  item: ShownItem,
  request: ShownRequest,
  sent: Sent | undefined,
  { words, viewer }: Frame,
): Html {
  const { n, round, shown: snapshot, before } = item;
  const was = before ?? undefined;
  const when = replaced(was && period(was, words), period(snapshot, words));
  const about = marked(was && (was.description ?? ''), snapshot.description ?? '');
  const view = {
    words,
    viewer,
    answered: (at: string) => words.answered(request.team, momentOf(at, request, words)),
  };
  const isDated =
    period(snapshot, words) !== '' || (was !== undefined && period(was, words) !== '');
  // The page title is the campaign's name if there is only one: does not repeat it.
  const isSaid =
    request.items.length === 1 &&
    request.title === snapshot.name &&
    (was?.name ?? snapshot.name) === snapshot.name;
  return html`<article id="i${n}"><h2${isSaid && html` class="hidden"`}>${marked(was?.name, snapshot.name)}</h2>
${round > 1 && !comparesRounds(item) && html`<p class="muted">${words.round(round)}</p>`}${rounds(item, view)}${legend(item, words)}
${pieces(item, view)}
${section(words.period, html`<p>${when}</p>`, isDated)}
${tags(words.platforms, was?.target_platforms, snapshot.target_platforms)}
${goals(snapshot, before, words)}
${section(words.about, html`<div class="prose">${about}</div>`, Boolean(snapshot.description ?? was?.description))}
${tags(words.pillars, was?.content_pillars, snapshot.content_pillars)}
${answer(item, request, sent, words)}</article>`;
}

/** True if the item needs no further response. */
const isDone = ({ state }: ShownItem) => state !== 'pending';

/** Renders the page of a link. @param logo URL of the team's logo */
export function requestPage(
  frame: Frame,
  request: ShownRequest,
  logo: string | undefined,
  sent?: Sent,
): BrandedPage {
  const { words } = frame;
  const { items, title, team, message } = request;
  const done = items.filter(isDone).length;
  const several = items.length > 1;
  const brand = request.brand?.color ? brandStyle(request.brand.color) : undefined;
  const text = whole(
    frame,
    title,
    team,
    html`<div class="edge"></div><header>${
      logo !== undefined && html`<img class="logo" src="${logo}" alt="${team}">`
    }<p class="muted">${words.asks(team)}</p><h1>${title}</h1>
${message !== null && html`<p class="prose">${message}</p>`}
${
  several &&
  html`<p id="progress">${words.progress(done, items.length)}</p><progress max="${items.length}" value="${done}" aria-labelledby="progress"></progress>
<nav><ol>${items.map((item) => html`<li><a href="#i${item.n}">${item.shown.name}</a> ${isDone(item) && html`<span aria-hidden="true">✓</span>`}</li>`)}</ol></nav>`
}</header>
<main>${items.map((item) => article(item, request, sent?.n === item.n ? sent : undefined, frame))}</main>
<footer>${words.holds(momentOf(request.expires_at, request, words))}</footer>`,
    brand,
  );
  return { text, brand };
}
