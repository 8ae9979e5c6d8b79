import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamsBySlug } from '../features/accounts/team-lookup.ts';
import { findLogo } from '../features/approvals/brand.ts';
import {
  approver,
  commentByLink,
  comment as commentField,
  decideByLink,
  recordApprovalView,
  type ShownRequest,
  viewApproval,
} from '../features/approvals/client-operations.ts';
import type { PieceDecision, PieceDecisions } from '../features/approvals/decide.ts';
import { findLinked, pathOf, pins } from '../features/approvals/links.ts';
import type { Context, Settings } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { ApiError } from '../platform/errors.ts';
import type { Panel } from '../platform/panel-build.ts';
import type { BrandStyle } from './approval/brand-style.ts';
import { notePage, pinPage, requestPage, type Sent } from './approval/page.ts';
import { styleHash } from './approval/style.ts';
import { type Texts, textsFor } from './approval/texts.ts';
import { addressOf } from './auth.ts';
import {
  formOf,
  isForged,
  isVisit,
  type LinkParameters,
  type LinkRequest,
  linkPolicy,
  linkScript,
  mountScript,
  sendLinkPage,
  takePin,
  type ValidLink,
} from './link-pages.ts';
import { pdfViewerOf } from './panel-pages.ts';

/*
 * Page on which a client approves (docs/adr/0059-approval-by-link.md). It has no session: the link itself grants access. Viewing
 * changes nothing, since chat previews fetch it; only POST decides.
 */

const script = linkScript('/approve', new URL('./approval/script.js', import.meta.url));

const policyWith = (brand: string) =>
  linkPolicy(styleHash + brand, [
    "script-src 'self'",
    "media-src 'self'",
    // The viewer of PDF files: its worker, and fonts that a file does not contain.
    "worker-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
  ]);

/** URL of a team's logo; contains its hash, so browsers keep it. */
export const logoPath = (slug: string, hash: string) => `/approve/${slug}/logo/${hash}.webp`;

const cookieName = 'pauta_approval';
/** Maximum size of a form: a comment of 2,000 letters, each with an accent, and decisions on 300 pieces. */
const maxBytes = 32_768;

/**
 * @param panel build with the viewer of PDF files; without it, they are only downloaded
 * @param count counts the request against the caller's address; throws if it exceeds the limit
 */
export async function mountApprovalPages(
  app: FastifyInstance,
  settings: Settings,
  teams: Pick<TeamsBySlug, 'find'>,
  panel: Panel | undefined,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> {
  await app.register(cookies);
  const findViewer = pdfViewerOf(panel);
  mountScript(app, script);

  const frameOf = (request: FastifyRequest) => ({
    words: textsFor(request.headers['accept-language']),
    script: script.path,
  });

  const send = (reply: FastifyReply, status: number, page: string, brand?: BrandStyle) =>
    sendLinkPage(reply, status, page, policyWith(brand === undefined ? '' : ` ${brand.source}`));

  /** Sends the same bytes for every reason that a link does not work. */
  const sendGone = (request: FastifyRequest, reply: FastifyReply) => {
    const { words } = frameOf(request);
    return send(reply, 410, notePage({ words }, { title: words.goneTitle, text: words.goneText }));
  };

  const find = async ({ params }: LinkRequest): Promise<ValidLink | undefined> => {
    const db = await teams.find(params.team_slug);
    const linked = db && (await findLinked(db, params.token));
    return db && linked && { db, linked };
  };

  const contextOf = (request: LinkRequest, { db, linked }: ValidLink): Context => ({
    actor: { kind: 'client', approvalId: linked.id },
    team: { slug: request.params.team_slug, strictTaxIds: false },
    db,
    settings,
    requestId: request.id,
    address: addressOf(request),
  });

  const isOpen = (request: LinkRequest, { linked }: ValidLink) =>
    pins.hasShown(settings.secrets, linked, request.cookies[cookieName]);

  const sendRequest = async (
    request: LinkRequest,
    reply: FastifyReply,
    status: number,
    approval: ShownRequest,
    sent?: Sent,
  ) => {
    const logo = approval.brand?.logo;
    const url = logo ? logoPath(request.params.team_slug, logo) : undefined;
    const viewer = await findViewer();
    const { text, brand } = requestPage({ ...frameOf(request), viewer }, approval, url, sent);
    return send(reply, status, text, brand);
  };

  const show = async (
    request: LinkRequest,
    reply: FastifyReply,
    link: ValidLink,
    status = 200,
    sent?: Sent,
  ) => {
    const approval = (await perform(viewApproval, contextOf(request, link), {})) as ShownRequest;
    return sendRequest(request, reply, status, approval, sent);
  };

  app.get<LinkParameters>('/approve/:team_slug/:token', async (request, reply) => {
    await count(request, reply);
    const link = await find(request);
    if (!link) return sendGone(request, reply);
    if (!isOpen(request, link)) return send(reply, 200, pinPage(frameOf(request)));
    if (isVisit(request)) await perform(recordApprovalView, contextOf(request, link), {});
    return show(request, reply, link);
  });

  app.get<{ Params: { readonly team_slug: string; readonly file: string } }>(
    '/approve/:team_slug/logo/:file',
    async (request, reply) => {
      const db = await teams.find(request.params.team_slug);
      const logo = db && (await findLogo(db, request.params.file.replace(/\.webp$/, '')));
      if (!logo) {
        await count(request, reply);
        return reply.code(404).send();
      }
      return reply
        .headers({
          'content-type': 'image/webp',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(logo);
    },
  );

  app.post<LinkParameters>(
    '/approve/:team_slug/:token',
    { bodyLimit: maxBytes },
    async (request, reply) => {
      await count(request, reply);
      const { words } = frameOf(request);
      const link = await find(request);
      if (!link) return sendGone(request, reply);
      const path = pathOf(request.params.team_slug, request.params.token);
      if (isForged(request)) {
        const page = { title: words.failedTitle, text: words.forgedText, again: path };
        return send(reply, 403, notePage({ words }, page));
      }
      const form = formOf(request);
      if (form.get('act') === 'pin') return unlock(request, reply, link, form.get('pin') ?? '');
      if (!isOpen(request, link)) return send(reply, 403, pinPage(frameOf(request)));
      return form.get('act') === 'comment'
        ? takeComment(request, reply, link, form)
        : takeDecision(request, reply, link, form);
    },
  );

  async function unlock(request: LinkRequest, reply: FastifyReply, link: ValidLink, pin: string) {
    const frame = frameOf(request);
    const path = pathOf(request.params.team_slug, request.params.token);
    const outcome = await takePin(
      request,
      reply,
      link,
      { settings, pins, name: cookieName, path },
      pin,
    );
    if (outcome === 'wrong') return send(reply, 403, pinPage(frame, frame.words.pinWrong));
    if (outcome === 'wait') return send(reply, 429, pinPage(frame, frame.words.pinWait));
    return reply.redirect(path, 303);
  }

  async function takeDecision(
    request: LinkRequest,
    reply: FastifyReply,
    link: ValidLink,
    form: URLSearchParams,
  ) {
    const { words } = frameOf(request);
    const n = Number(form.get('n'));
    const name = (form.get('name') ?? '').trim();
    const pieces = piecesIn(form);
    const decision = form.get('decision');
    const isChanging = Object.values(pieces).includes('changes');
    const typed = textIn(form, 'comment');
    const comment =
      typed === '' && decision === 'changes' && isChanging
        ? await namesOfChanges(request, link, n, pieces)
        : typed;
    const sent = (problem: string): Sent => ({ n, name, comment: typed, problem });
    const problem =
      problemOf(words, name, comment, decision) ??
      (decision === 'approved' && isChanging ? words.piecesConflict : undefined);
    if (problem !== undefined) return show(request, reply, link, 400, sent(problem));
    const body = {
      n,
      nonce: form.get('nonce'),
      decision,
      name,
      comment: comment === '' ? null : comment,
      sha256: form.get('sha256'),
      ...(Object.keys(pieces).length > 0 && { pieces }),
      user_agent: request.headers['user-agent']?.slice(0, 512),
    };
    try {
      await perform(decideByLink, contextOf(request, link), { body });
    } catch (error) {
      // A busy service is the error handler's page: it says to try again later.
      const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429;
      const refused = isRefusal ? error : undefined;
      if (refused?.code === 'CONFLICT') return showConflict(request, reply, link, sent);
      if (refused?.code === 'GONE') return sendGone(request, reply);
      if (!refused) throw error;
      const path = pathOf(request.params.team_slug, request.params.token);
      const page = { title: words.failedTitle, text: words.failedText, again: path };
      return send(reply, 400, notePage({ words }, page));
    }
    return reply.redirect(`${pathOf(request.params.team_slug, request.params.token)}#i${n}`, 303);
  }

  /** Text of a decision without one: the names of the pieces that it marks. */
  async function namesOfChanges(
    request: LinkRequest,
    link: ValidLink,
    n: number,
    pieces: PieceDecisions,
  ) {
    const { items } = (await perform(viewApproval, contextOf(request, link), {})) as ShownRequest;
    const files = items.find((each) => each.n === n)?.shown.files ?? [];
    const names = files.filter(({ id }) => pieces[id] === 'changes').map(({ name }) => name);
    return frameOf(request).words.seePieces(names.join(', ')).slice(0, 2_000);
  }

  async function takeComment(
    request: LinkRequest,
    reply: FastifyReply,
    link: ValidLink,
    form: URLSearchParams,
  ) {
    const { words } = frameOf(request);
    const n = Number(form.get('n'));
    const name = (form.get('name') ?? '').trim();
    const comment = textIn(form, 'comment');
    const sent = (problem: string): Sent => ({ n, name, comment, problem });
    const problem = problemOf(words, name, comment, 'changes');
    if (problem !== undefined) return show(request, reply, link, 400, sent(problem));
    const path = pathOf(request.params.team_slug, request.params.token);
    const file = form.get('file_id');
    const body = {
      n,
      nonce: form.get('nonce'),
      file_id: file,
      comment,
      author: name,
      sha256: form.get('sha256'),
      ...placeIn(form),
    };
    try {
      await perform(commentByLink, contextOf(request, link), { body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
      if (error.code === 'CONFLICT') return showConflict(request, reply, link, sent);
      if (error.code === 'GONE') return sendGone(request, reply);
      const page = { title: words.failedTitle, text: words.failedText, again: path };
      return send(reply, 400, notePage({ words }, page));
    }
    return reply.redirect(`${path}#f${n}-${file}`, 303);
  }

  /** Shows the current state, and why the submission was not accepted. */
  async function showConflict(
    request: LinkRequest,
    reply: FastifyReply,
    link: ValidLink,
    sent: (problem: string) => Sent,
  ) {
    const { words } = frameOf(request);
    const view = (await perform(viewApproval, contextOf(request, link), {})) as ShownRequest;
    const item = view.items.find(({ n }) => n === sent('').n);
    const state = item?.state ?? 'withdrawn';
    const isSame =
      state === 'pending' && formOf(request).get('sha256') === item?.sha256 && item.approvals > 0;
    const notices = {
      pending: isSame ? words.same : words.changed,
      changed: words.changedLater,
      withdrawn: words.over,
      approved: words.taken,
      changes: words.taken,
      rejected: words.taken,
    }[state];
    return sendRequest(request, reply, 409, view, sent(notices));
  }

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { words } = frameOf(request);
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500);
    if (status >= 500)
      request.server.log.error({ request_id: request.id, err: error }, 'unexpected error');
    if (error instanceof ApiError && error.retryAfter !== undefined)
      reply.header('retry-after', error.retryAfter);
    const page =
      status === 429
        ? { title: words.busyTitle, text: words.busyText }
        : status === 413
          ? { title: words.failedTitle, text: words.tooLong }
          : { title: words.failedTitle, text: words.failedText };
    return send(reply, status, notePage({ words }, page));
  });
}

/** Validates the submitted fields; undefined if they are valid. */
function problemOf(
  words: Texts,
  name: string,
  comment: string,
  decision: string | null,
): string | undefined {
  if (name === '') return words.needsName;
  if (!approver.check(name) || (comment !== '' && !commentField.check(comment)))
    return words.tooLong;
  if (decision !== 'approved' && comment === '') return words.needsComment;
  return undefined;
}

const textIn = (form: URLSearchParams, name: string) =>
  (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();

/** Decisions on pieces in a form, in fields such as `piece:<file id>`. */
function piecesIn(form: URLSearchParams): PieceDecisions {
  const entries = [...form].flatMap(([field, value]): [string, PieceDecision][] => {
    const [, id] = /^piece:([0-9a-f-]{36})$/.exec(field) ?? [];
    return id !== undefined && (value === 'approved' || value === 'changes') ? [[id, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Place of a comment in a form: its point, page or second. */
const placeIn = (form: URLSearchParams) =>
  Object.fromEntries(
    ['x', 'y', 'page', 'second'].flatMap((name) => {
      const text = form.get(name);
      return text === null || text.trim() === '' ? [] : [[name, Number(text)]];
    }),
  );
