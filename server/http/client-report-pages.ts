import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TeamsBySlug } from '../features/accounts/team-lookup.ts';
import { findReportLink, pathOf, reportPins } from '../features/client-reports/links.ts';
import {
  recordReportView,
  type ShownReport,
  viewReport,
} from '../features/client-reports/page-data.ts';
import type { Context, Settings } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { ApiError } from '../platform/errors.ts';
import type { BrandStyle } from './approval/brand-style.ts';
import { notePage, pinPage } from './approval/page.ts';
import { styleHash as frameStyleHash } from './approval/style.ts';
import { logoPath } from './approval-pages.ts';
import { addressOf } from './auth.ts';
import { reportPage } from './client-report/page.ts';
import { styleHash } from './client-report/style.ts';
import { reportTextsFor } from './client-report/texts.ts';
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

/*
 * Report page of a client (docs/adr/0237-report-page-of-a-client.md). It has no session: the link itself grants access.
 */

const script = linkScript('/report', new URL('./client-report/script.js', import.meta.url));

const policyWith = (brand: string) =>
  linkPolicy(`${styleHash} ${frameStyleHash}${brand}`, ["script-src 'self'"]);

const cookieName = 'pauta_report';
/** Max size of the form with the PIN. */
const maxBytes = 1_024;

/** @param count counts the request against the caller's address; throws if it exceeds the limit */
export async function mountClientReportPages(
  app: FastifyInstance,
  settings: Settings,
  teams: Pick<TeamsBySlug, 'find'>,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> {
  await app.register(cookies);
  mountScript(app, script);

  const textsOf = (request: FastifyRequest) => reportTextsFor(request.headers['accept-language']);

  const send = (reply: FastifyReply, status: number, page: string, brand?: BrandStyle) =>
    sendLinkPage(reply, status, page, policyWith(brand === undefined ? '' : ` ${brand.source}`));

  /** Sends the same bytes for every reason that a link does not work. */
  const sendGone = (request: FastifyRequest, reply: FastifyReply) => {
    const { frame } = textsOf(request);
    const page = { title: frame.goneTitle, text: frame.goneText };
    return send(reply, 410, notePage({ words: frame }, page));
  };

  const find = async ({ params }: LinkRequest): Promise<ValidLink | undefined> => {
    const db = await teams.find(params.team_slug);
    const linked = db && (await findReportLink(db, params.token));
    return db && linked && { db, linked };
  };

  const contextOf = (request: LinkRequest, { db, linked }: ValidLink): Context => ({
    actor: { kind: 'client', reportLinkId: linked.id },
    team: { slug: request.params.team_slug, strictTaxIds: false },
    db,
    settings,
    requestId: request.id,
    address: addressOf(request),
  });

  app.get<LinkParameters>('/report/:team_slug/:token', async (request, reply) => {
    await count(request, reply);
    const link = await find(request);
    if (!link) return sendGone(request, reply);
    const { texts, frame } = textsOf(request);
    if (!reportPins.hasShown(settings.secrets, link.linked, request.cookies[cookieName]))
      return send(reply, 200, pinPage({ words: frame }));
    const context = contextOf(request, link);
    if (isVisit(request)) await perform(recordReportView, context, {});
    const report = (await perform(viewReport, context, {})) as ShownReport;
    const logo = report.brand?.logo;
    const address = logo ? logoPath(request.params.team_slug, logo) : undefined;
    const { text, brand } = reportPage({ texts, script: script.path }, report, address);
    return send(reply, 200, text, brand);
  });

  app.post<LinkParameters>(
    '/report/:team_slug/:token',
    { bodyLimit: maxBytes },
    async (request, reply) => {
      await count(request, reply);
      const link = await find(request);
      if (!link) return sendGone(request, reply);
      const { frame } = textsOf(request);
      const path = pathOf(request.params.team_slug, request.params.token);
      if (isForged(request)) {
        const page = { title: frame.failedTitle, text: frame.forgedText, again: path };
        return send(reply, 403, notePage({ words: frame }, page));
      }
      const outcome = await takePin(
        request,
        reply,
        link,
        { settings, pins: reportPins, name: cookieName, path },
        formOf(request).get('pin') ?? '',
      );
      if (outcome === 'wrong') return send(reply, 403, pinPage({ words: frame }, frame.pinWrong));
      if (outcome === 'wait') return send(reply, 429, pinPage({ words: frame }, frame.pinWait));
      return reply.redirect(path, 303);
    },
  );

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof ApiError && error.code === 'GONE')
      return sendGone(request as LinkRequest, reply);
    const { frame } = textsOf(request);
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500);
    if (status >= 500)
      request.server.log.error({ request_id: request.id, err: error }, 'unexpected error');
    if (error instanceof ApiError && error.retryAfter !== undefined)
      reply.header('retry-after', error.retryAfter);
    const page =
      status === 429
        ? { title: frame.busyTitle, text: frame.busyText }
        : { title: frame.failedTitle, text: frame.busyText };
    return send(reply, status, notePage({ words: frame }, page));
  });
}
