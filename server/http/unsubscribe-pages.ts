import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import {
  findSubscribedTeam,
  subscriberIn,
  unsubscribe,
  unsubscribePath,
} from '../features/notifications/unsubscribe.ts';
import type { Secrets } from '../platform/secrets.ts';
import { notePage } from './approval/page.ts';
import { styleHash } from './approval/style.ts';
import { textsFor } from './approval/texts.ts';
import { linkPolicy, sendLinkPage } from './link-pages.ts';

/*
 * Pages of the link that stops notifications by mail. GET only shows a button, since mail scanners and previews open links; POST acts, also
 * when a mail client sends it without any page (RFC 8058). There is no session, and no cookie is read.
 */

const policy = linkPolicy(styleHash);

interface TokenParameters {
  readonly Params: { readonly token: string };
}

/** @param count counts the request against the caller's address; throws if it exceeds the limit */
export async function mountUnsubscribePages(
  app: FastifyInstance,
  database: Pick<Database, 'team'>,
  secrets: Secrets,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> {
  // Mail clients send a form of either type; its content does not matter.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { bodyLimit: 4_096, parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, undefined),
  );

  const find = async (token: string) => {
    const ids = subscriberIn(secrets, token);
    const team = ids && (await findSubscribedTeam(database, ids));
    return ids && team !== undefined ? { ...ids, name: team } : undefined;
  };

  const send = (reply: FastifyReply, status: number, page: string) =>
    sendLinkPage(reply, status, page, policy);

  app.get<TokenParameters>(`${unsubscribePath}/:token`, async (request, reply) => {
    await count(request, reply);
    const words = textsFor(request.headers['accept-language']);
    const subscriber = await find(request.params.token);
    if (!subscriber)
      return send(
        reply,
        410,
        notePage({ words }, { title: words.goneTitle, text: words.goneText }),
      );
    return send(
      reply,
      200,
      notePage(
        { words },
        {
          title: words.unsubscribeTitle,
          text: words.unsubscribeText(subscriber.name),
          act: words.unsubscribe,
        },
      ),
    );
  });

  app.post<TokenParameters>(`${unsubscribePath}/:token`, async (request, reply) => {
    await count(request, reply);
    const words = textsFor(request.headers['accept-language']);
    const subscriber = await find(request.params.token);
    if (!subscriber)
      return send(
        reply,
        410,
        notePage({ words }, { title: words.goneTitle, text: words.goneText }),
      );
    await unsubscribe(database.team(subscriber.team), subscriber.user);
    return send(
      reply,
      200,
      notePage(
        { words },
        { title: words.unsubscribedTitle, text: words.unsubscribedText(subscriber.name) },
      ),
    );
  });
}
