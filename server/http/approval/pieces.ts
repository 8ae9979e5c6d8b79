import { randomUUID } from 'node:crypto';
import type {
  CampaignSnapshot,
  ShownComment,
  ShownFile,
  ShownItem,
} from '#server/features/approvals/client-operations.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Texts } from './texts.ts';

/* Pieces of a campaign: shown in the width of the page, each with its comments and its decision. */

/** Properties of the page that are common to all its pieces. */
export interface PiecesView {
  readonly words: Texts;
  /** Path of the viewer of PDF files; undefined if they are only downloaded. */
  readonly viewer: string | undefined;
  /** Words above an answer of the team, at a moment. */
  answered(at: string): string;
}

const sizeOf = (bytes: number, { lang, kB, MB }: Texts): string => {
  const isLarge = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(lang, { maximumFractionDigits: isLarge ? 1 : 0 });
  return `${format.format(isLarge ? bytes / 1_000_000 : Math.ceil(bytes / 1_000))} ${isLarge ? MB : kB}`;
};

/** `75` → `1:15` */
const clockOf = (second: number) =>
  `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;

const isVideo = ({ media_type: type }: ShownFile) =>
  /^video\/(mp4|webm|quicktime|ogg)\b/.test(type);
const isDocument = ({ media_type: type }: ShownFile) => type === 'application/pdf';

/** Image types that every browser displays. */
const isPicture = ({ media_type: type }: ShownFile) => /^image\/(png|jpeg|webp|gif)\b/.test(type);
/** Images above this size are shown as their preview until they are downloaded. */
const maxShownBytes = 8_000_000;

/** Numbers over an image, at the points of its comments. Positions are attributes, as the page allows no inline style. */
function pins(comments: readonly ShownComment[]): Part {
  const all = comments.flatMap(({ x, y }, i) =>
    x === null || y === null
      ? []
      : [
          html`<g><circle cx="${x * 100}%" cy="${y * 100}%" r="14"/><text x="${x * 100}%" y="${y * 100}%" dy="5">${i + 1}</text></g>`,
        ],
  );
  return html`<svg class="pins" aria-hidden="true">${all}</svg>`;
}

const placeOf = ({ x, page, second }: ShownComment, words: Texts): string => {
  if (page !== null) return words.onPage(page);
  if (x !== null) return words.onImage;
  return second === null ? '' : words.atSecond(clockOf(second));
};

/** The team's answer to a comment. */
const answerTo = ({ answer, answered_at: at }: ShownComment, { answered }: PiecesView): Part =>
  answer !== null &&
  at !== null &&
  html`<div class="answer"><span class="muted">${answered(at)}</span><br>${answer}</div>`;

/** Comments on a piece, with their numbers. */
const commentList = (comments: readonly ShownComment[], view: PiecesView): Part =>
  comments.length > 0 &&
  html`<ol class="comments">${comments.map(
    (each) =>
      html`<li><span class="muted">${each.author}${placeOf(each, view.words) !== '' && ` · ${placeOf(each, view.words)}`}</span>${
        each.second !== null &&
        html` <button type="button" class="link" data-seek="${each.second}" hidden>${view.words.play}</button>`
      }<br>${each.comment}${answerTo(each, view)}</li>`,
  )}</ol>`;

/** Place of a PDF file's pages, which the script fills; the points of comments on them. */
function pages(comments: readonly ShownComment[], words: Texts, viewer: string): Part {
  const pins = comments.flatMap(({ page, x, y }, i) =>
    page === null || x === null || y === null ? [] : [{ page, x, y, label: String(i + 1) }],
  );
  return html`<div class="pdf" data-viewer="${viewer}" data-words="${JSON.stringify(words.pdf)}" data-pins="${JSON.stringify(pins)}"><div class="blank" aria-hidden="true">PDF</div></div>`;
}

/** The piece itself. */
function media(
  file: ShownFile,
  comments: readonly ShownComment[],
  { words, viewer }: PiecesView,
): Part {
  const { address, preview, name, width, height } = file;
  if (address !== undefined && isVideo(file))
    return html`<video controls preload="metadata" playsinline src="${address}" data-file="${file.id}" aria-label="${name}"></video>`;
  if (address !== undefined && viewer !== undefined && isDocument(file))
    return pages(comments, words, viewer);
  const small = preview ?? (isPicture(file) && file.bytes <= maxShownBytes ? address : undefined);
  if (small === undefined)
    return html`<div class="blank" aria-hidden="true">${isDocument(file) ? 'PDF' : '⎙'}</div>`;
  const large =
    address !== undefined && isPicture(file) && file.bytes <= maxShownBytes
      ? html` data-large="${address}"`
      : null;
  const size = width && height ? html` width="${width}" height="${height}"` : null;
  return html`<div class="frame"><img src="${small}" alt="${name}" data-file="${file.id}" loading="lazy" decoding="async"${large}${size}>${pins(comments)}</div>`;
}

const place = (file: ShownFile, id: string, words: Texts): Part => {
  if (isVideo(file))
    return html`<label for="s${id}">${words.second}</label><input id="s${id}" name="second" type="number" inputmode="numeric" min="0" max="86400">`;
  if (isDocument(file))
    return html`<label for="p${id}">${words.pageNumber}</label><input id="p${id}" name="page" type="number" inputmode="numeric" min="1" max="10000"><input type="hidden" name="x"><input type="hidden" name="y">`;
  return (
    file.preview !== undefined &&
    html`<input type="hidden" name="x"><input type="hidden" name="y"><p class="muted" data-pin-hint hidden>${words.pinHint}</p>`
  );
};

function commentForm({ n, sha256 }: ShownItem, file: ShownFile, words: Texts): Html {
  const id = `${n}-${file.id}`;
  return html`<details class="add"><summary>${words.commentPiece}</summary><form method="post" action="#f${id}" data-comment>
<input type="hidden" name="act" value="comment"><input type="hidden" name="n" value="${n}">
<input type="hidden" name="nonce" value="${randomUUID()}"><input type="hidden" name="sha256" value="${sha256}">
<input type="hidden" name="file_id" value="${file.id}">
<label for="n${id}">${words.name}</label><input id="n${id}" name="name" autocomplete="name" maxlength="120" required>
${place(file, id, words)}
<label for="c${id}">${words.comment}</label><textarea id="c${id}" name="comment" maxlength="2000" required></textarea>
<div class="buttons"><button class="approved">${words.sendComment}</button></div></form></details>`;
}

/** Choice between the decisions on a piece, sent with the decision on the campaign. */
const choice = ({ n }: ShownItem, { id, name }: ShownFile, words: Texts): Html =>
  html`<fieldset class="choice"><legend class="hidden">${words.pieceDecision(name)}</legend>${(
    ['approved', 'changes'] as const
  ).map(
    (each) =>
      html`<label><input type="radio" name="piece:${id}" value="${each}" form="a${n}"> ${words.decidePiece[each]}</label>`,
  )}</fieldset>`;

/** Decision on a piece that was made with the one on the campaign. */
function madeOf({ decisions }: ShownItem, { id }: ShownFile, words: Texts): Part {
  const made = decisions.flatMap(({ pieces, approver }) =>
    pieces?.[id] === undefined ? [] : [{ decision: pieces[id], approver }],
  );
  return made.map(
    ({ decision, approver }) =>
      html`<p class="state ${decision}">${words.decided[decision]} <span class="muted">${approver}</span></p>`,
  );
}

function piece(item: ShownItem, file: ShownFile, isNew: boolean, view: PiecesView): Html {
  const { words } = view;
  const comments = item.comments.filter(({ file_id }) => file_id === file.id);
  const isOpen = item.state === 'pending';
  return html`<li id="f${item.n}-${file.id}"><figure>${media(file, comments, view)}<figcaption id="e${item.n}-${file.id}" tabindex="-1">${
    isNew ? html`<ins>${file.name}</ins>` : file.name
  } <span class="muted">${sizeOf(file.bytes, words)}</span> ${
    file.address !== undefined &&
    html`<a href="${file.address}" download data-file="${file.id}" aria-label="${words.download}: ${file.name}">${words.download}</a>`
  }</figcaption></figure>
${commentList(comments, view)}${madeOf(item, file, words)}${isOpen && [choice(item, file, words), commentForm(item, file, words)]}</li>`;
}

/** Pieces of an item, and the names of those that the previous round had. */
export function pieces(item: ShownItem, view: PiecesView): Part {
  const { words } = view;
  const { shown: snapshot, before } = item;
  const had = (id: string) => before?.files.some((file) => file.id === id) ?? true;
  const gone =
    before?.files.filter(({ id }) => !snapshot.files.some((file) => file.id === id)) ?? [];
  const all = [
    ...snapshot.files.map((file) => piece(item, file, !had(file.id), view)),
    ...gone.map(
      ({ name }) =>
        html`<li class="gone"><del>${name}</del> <span class="muted">${words.noLonger}</span></li>`,
    ),
  ];
  return all.length > 0 && html`<h3>${words.pieces}</h3><ul class="pieces">${all}</ul>`;
}

/** Small pictures of a round's pieces. */
const thumbnails = ({ files }: CampaignSnapshot): Part =>
  files.length > 0 &&
  html`<ul class="thumbs">${files.map(
    ({ preview, name }) =>
      html`<li>${
        preview === undefined
          ? name
          : html`<img src="${preview}" alt="${name}" loading="lazy" decoding="async">`
      }</li>`,
  )}</ul>`;

/** True if both rounds have something to show; otherwise this round is only named. */
export const comparesRounds = (item: ShownItem) =>
  Boolean(item.before && item.previous) && (item.message !== null || item.shown.files.length > 0);

/** The previous round next to this one: the client's requests, and the team's words on the changes. */
export function rounds(item: ShownItem, view: PiecesView): Part {
  const { words } = view;
  const { before, previous, round, message } = item;
  if (!before || !previous) return null;
  const nameOf = (id: string) => before.files.find((file) => file.id === id)?.name ?? '';
  return html`<div class="rounds"><section><h3>${words.round(round - 1)}</h3>${thumbnails(before)}
${previous.decisions.map(
  ({ decision, comment, approver }) =>
    html`<p><span class="state ${decision}">${words.decided[decision]}</span> <span class="muted">${approver}</span></p>${
      comment !== null && html`<blockquote>${comment}</blockquote>`
    }`,
)}
${
  previous.comments.length > 0 &&
  html`<ul class="comments">${previous.comments.map(
    (each) =>
      html`<li><span class="muted">${nameOf(each.file_id)}${placeOf(each, words) !== '' && ` · ${placeOf(each, words)}`}</span><br>${each.comment}${answerTo(each, view)}</li>`,
  )}</ul>`
}</section>${
    comparesRounds(item) &&
    html`<section><h3>${words.round(round)}</h3>${thumbnails(item.shown)}
${message !== null && html`<p class="muted">${words.changesInWords}</p><blockquote>${message}</blockquote>`}</section>`
  }</div>`;
}
