import { hash } from 'node:crypto';
import type { Request, RequestFolder } from './requests.ts';

/* Collection for Postman and Newman (https://schema.getpostman.com/json/collection/v2.1.0/). */

const bearer = (token: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: token, type: 'string' }],
});

/** `data[0].id` → `data?.[0]?.id`: a list may be empty. */
const cautious = (at: string) => at.replaceAll('.', '?.').replaceAll('[', '?.[');

function script({ status, sets }: Request): readonly string[] {
  const names = Object.entries(sets);
  return [
    `pm.test('answers ${status}', () => pm.response.to.have.status(${status}));`,
    ...(names.length > 0 ? ['const answer = pm.response.json();'] : []),
    // Keeps the previous value if the response has none.
    ...names.map(
      ([name, at]) =>
        `if (${cautious(`answer.${at}`)} !== undefined) pm.collectionVariables.set('${name}', answer.${at});`,
    ),
  ];
}

function item(request: Request) {
  const { name, about, method, path, query, headers, body, token } = request;
  const sent = query.filter(({ isSent }) => isSent).map((each) => `${each.name}=${each.value}`);
  return {
    name,
    request: {
      method,
      ...(token !== undefined && { auth: bearer(token) }),
      header: [
        ...Object.entries(headers).map(([key, value]) => ({ key, value })),
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      ...(body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
      url: {
        raw: `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(query.length > 0 && {
          query: query.map(({ name: key, value, about: description, isSent }) => ({
            key,
            value,
            description,
            ...(!isSent && { disabled: true }),
          })),
        }),
      },
      ...(about !== '' && { description: about }),
    },
    response: [],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(request) } }],
  };
}

/** @param about description of the collection, in Markdown */
export function postmanCollection(
  folders: readonly RequestFolder[],
  variables: Readonly<Record<string, string>>,
  about: string,
): string {
  const collection = {
    info: {
      // Stable id: Postman replaces the collection that it imported before.
      _postman_id: hash('sha256', 'pauta').replace(
        /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
        '$1-$2-4$3-8$4-$5',
      ),
      name: 'Pauta',
      description: about,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('{{apiKey}}'),
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders.map(({ name, about: description, requests }) => ({
      name,
      description,
      item: requests.map(item),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}
